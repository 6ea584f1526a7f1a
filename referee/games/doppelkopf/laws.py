# ruff: noqa: E501 - a law is a sentence on a line
"""The laws of Doppelkopf, as docs/laws/doppelkopf.md numbers them.

Source S: the document; T: the federation's tournament rules of 21.02.2026; D: our default.
"""

from __future__ import annotations

from referee.rules import T, laws_of

NAME = "doppelkopf"

LAWS = laws_of(
    NAME,
    ("deck.1", "S", T("Two each of ace 11, ten 10, king 4, queen 3, jack 2, nine 0 in four suits: 48 cards, 240 points, twelve cards a player.")),
    ("deck.2", "S", T("With five at the table the dealer sits out.")),
    ("trump.1", "S", T("Trumps are the queens, the jacks (clubs, spades, hearts, diamonds), then the diamonds ace, ten, king, nine; trump is a suit of its own.")),
    ("trump.2", "S", T("Where it is agreed, the tens of hearts are the highest trumps, above the queens of clubs.")),
    ("trump.3", "S", T("In a solo with trumps its suit takes the place of diamonds; in a queens or jacks solo only these are trumps; in a solo without trumps there are none.")),
    ("trump.4", "D", T("Where it is agreed, who holds both aces of diamonds may announce Schweinchen before he plays the first: both are then the highest trumps, if diamonds are trumps.")),
    ("play.1", "S", T("The dealer's left leads to the first trick, then whoever took the trick.")),
    ("play.2", "S", T("Follow the suit led if you can; otherwise play what you like.")),
    ("play.3", "S", T("The highest trump takes the trick, else the highest card of the suit led; of two equal cards the first.")),
    ("play.4", "S", T("A player plays only cards of his own hand, and each card is there twice.")),
    ("play.5", "T", T("A player plays in turn.")),
    ("play.6", "T", T("The player of a duty solo leads to the first trick.")),
    ("auction.1", "S", T("From the dealer's left each says gesund or Vorbehalt; then those with a Vorbehalt name it.")),
    ("auction.2", "S", T("Solo goes before armut, armut before hochzeit; of equals the first to speak plays.")),
    ("auction.3", "S", T("Who names a hochzeit holds both queens of clubs; partner is the first other player to take one of the first three tricks, else it is a solo.")),
    ("auction.4", "S", T("Who names an armut has at most three trumps.")),
    ("auction.5", "S", T("The armut is offered from its player's left; who takes it is the partner; if nobody does the deal is void and the same dealer deals again.")),
    ("auction.6", "S", T("The armut gives exactly three cards with all its trumps among them, and gets any three back.")),
    ("auction.7", "T", T("A duty solo goes before any other solo.")),
    ("auction.8", "D", T("Who gives the armut three cards back unseen says how many of them are trumps.")),
    ("side.1", "S", T("The holders of the queens of clubs are Re; one who holds both and says gesund plays a silent solo. Who names a solo is Re alone.")),
    ("announce.1", "S", T("Re and Kontra need 11 cards in hand, no90 10, no60 9, no30 8, schwarz 7; a reply may be one card later than the level it answers.")),
    ("announce.2", "S", T("A player announces for his own side: Re says that he has or had a queen of clubs, Kontra that he has none.")),
    ("announce.3", "S", T("Before a level every lower one must have been said.")),
    ("announce.4", "S", T("After a hochzeit announcements may be later by the number of tricks it took.")),
    ("announce.5", "T", T("In a hochzeit nothing is announced before the partner is known.")),
    ("announce.6", "T", T("Where it is agreed, what a side has said it does not say again.")),
    ("announce.7", "D", T("An announcement whose foul is upheld does not count.")),
    ("announce.8", "T", T("No level follows a reply that was too late for a first announcement.")),
    ("win.1", "S", T("Re wins with 121, Kontra with 120; where only Kontra was said, Re with 120 and Kontra with 121.")),
    ("win.2", "S", T("Who announced a level must hold the other side below it; schwarz: without a trick. Otherwise a side wins by reaching what was announced against it.")),
    ("win.3", "T", T("Where both sides fail what they announced nobody wins; thresholds and extras score.")),
    ("value.1", "S", T("The deal won: 1.")),
    ("value.2", "D", T("Kontra wins against the old ladies: 1, not in a solo.")),
    ("value.3", "S", T("Re said, Kontra said: 2 each to the winner, whoever said it.")),
    ("value.4", "S", T("The loser under 90, under 60, under 30, without a trick: 1 each.")),
    ("value.5", "S", T("Every level announced by either side: 1 to the winner.")),
    ("value.6", "T", T("120 reached against no90, 90 against no60, 60 against no30, 30 against schwarz: 1 each.")),
    ("value.7", "S", T("Two against two each pays one; a soloist wins or loses three times the value.")),
    ("value.8", "D", T("A shortened deal, an exercise, scores nothing.")),
    ("extra.1", "S", T("A fox caught, the ace of diamonds taken from the other side: 1.")),
    ("extra.2", "S", T("Karlchen, the jack of clubs, takes the last trick: 1.")),
    ("extra.3", "S", T("Karlchen caught by the other side in the last trick: 1 to them.")),
    ("extra.4", "S", T("Doppelkopf, a trick of 40 points or more: 1.")),
    ("foul.1", "T", T("A foul that changes nothing costs nothing; the judge proposes its class, a person decides.")),
    ("foul.2", "T", T("A minor foul costs 3, the others in the deal get 1 each; play goes on.")),
    ("foul.3", "T", T("A minor foul of Kontra that harms the soloist pays him 3.")),
    ("foul.4", "T", T("A serious foul stops the deal, which does not count: 12 and 3 for each level the other side had announced; the others share it.")),
    ("foul.5", "T", T("A serious foul of Kontra in a solo pays the soloist, and the deal counts.")),
    ("foul.6", "T", T("A foul when the deal was decided: the remaining tricks go to the other side, and it costs 3.")),
    ("foul.7", "T", T("Who has played on after a foul, or shortened the deal, has lost the right to claim it.")),
    ("foul.8", "T", T("The other side may claim a foul where all four sides were certain when it was committed, else everybody but its player.")),
    ("foul.9", "T", T("Of several fouls the one claimed first is punished, and none claimed after one that stops the deal.")),
    ("match.6", "T", T("The first seat deals first and the last writes the list where the rules of the federation hold; elsewhere the table agrees on it.")),
    ("match.1", "T", T("A round has 24 deals at four, 30 at five; the deal passes to the left, not after a deal that was void or stopped nor after a duty solo.")),
    ("match.2", "T", T("Each player plays one duty solo a round: the first solo he names.")),
    ("match.3", "T", T("When as many deals are left as duty solos are owed, the first who owes one from the dealer's left must play it; then the deal passes on.")),
    ("match.5", "T", T("After the agreed time nothing is dealt again but a duty solo that must be played; duty solos still owed are played, normal deals outstanding are struck.")),
    ("match.4", "D", T("A hand with five nines may be thrown in where it is agreed; the same dealer deals again.")),
    ("bock.1", "D", T("A Bock round, as many deals as there are players, follows a trick of four plain hearts and a deal in which both Re and Kontra were said.")),
)  # fmt: skip

KIND_LAWS = {
    "must-follow": "play.2",
    "out-of-turn": "play.5",
    "not-in-hand": "play.4",
    "already-played": "play.4",
    "inconsistent": "play.4",
    "wrong-count": "play.4",
    "illegal-bid": "auction.1",
    "illegal-give": "auction.6",
    "late-announcement": "announce.1",
    "false-announcement": "announce.2",
}
"""The law that each kind of foul breaks, if no nearer one is known."""
