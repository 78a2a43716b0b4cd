#!/usr/bin/env perl
# The same bot as mybot.py, to show that the language does not matter.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # print every answer at once

sub worth {
    my ($move) = @_;
    return 4 if $move =~ /^p?s>/;    # the stock card: an empty stock pile wins
    return $move =~ /^hW/ ? 1 : $move =~ /^h/ ? 2 : 3 if $move =~ />b/;
    return $move eq "stop" ? 1 : length($move) / 100;    # Dice: lay many, and take the points
}

while ( my $line = <STDIN> ) {
    my $message = decode_json($line);
    next unless $message->{type} eq "choose";
    my ($best) = sort { worth($b) <=> worth($a) } @{ $message->{legal} };
    print encode_json( { move => $best } ), "\n";
}
