"""Tests in a real Chromium, against the real server. Pictures are kept in test-results/."""
