"""One game between people: `Game`, what a seat may see of it, and how all of it reads as text."""
