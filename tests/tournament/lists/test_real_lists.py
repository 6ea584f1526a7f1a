"""Lists as sign-up services, federations, clubs and mails write them: who plays, and what else they say of them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from referee.tournament.facts import Added
from referee.tournament.lists.file import text_of
from referee.tournament.lists.players import facts_of, players_csv, read_list
from referee.tournament.money.facts import FeesAgreed, Grouped, Received
from referee.tournament.money.values import Category
from referee.words.text import ENGLISH, Slip
from tests.help.tournament import told, with_players


@dataclass(frozen=True)
class Real:
    """A list, and what a person reads in it: name, club, licence, categories, paid; the lines that name no player."""

    text: str
    players: tuple[str, ...]
    left_out: tuple[int, ...] = ()


SERVICE = """Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;Prénom payeur;Email payeur;Moyen de paiement;Billet;Tarif;Montant tarif;Club;N° licence FFT
88120;03/11/2026;Validé;DURAND;Zoé;PETIT;Marc;marc@example.org;Carte bancaire;Tournoi;Adulte;12,00;Lyon;0123
88121;03/11/2026;Validé;PETIT;Marc;PETIT;Marc;marc@example.org;Carte bancaire;Tournoi;Adulte;12,00;Lyon;
88122;04/11/2026;Remboursé;MARTIN;Léa;MARTIN;Léa;lea@example.org;Carte bancaire;Tournoi;Jeune;6,00;Bron;
"""

LISTS = {
    "a French sign-up service": Real(SERVICE, ("Zoé DURAND|Lyon|0123||", "Marc PETIT|Lyon|||"), (4,)),
    "the federation’s list of a club": Real(
        "Tarot Club de Villeurbanne\n\nN° licence FFT;NOM;Prénom;Série\n010203;LEFÈVRE;Véronique;2e\n010204;DE LA FONTAINE;Gérard;3e\n"
        "Total : 2 licenciés;;;\n",
        ("Véronique LEFÈVRE||010203|2e|", "Gérard DE LA FONTAINE||010204|3e|"), (6,),
    ),
    "a German club’s list with a sum": Real(
        "Nr.;Nachname;Vorname;Verein;Kategorie;Startgeld bezahlt\n1;Müller;Hans;Lyon;Senioren;ja\n2;Öztürk;Ayşe;Bron;Damen, Senioren;10,00 €\n"
        "3;Weber;Karl;Bron;;nein\nSumme;;;;;20,00 €\n",
        ("Hans Müller|Lyon||Senioren|owed", "Ayşe Öztürk|Bron||Damen+Senioren|1000", "Karl Weber|Bron|||"), (5,),
    ),
    "a numbered mail": Real(
        "1. Jean Dupont\n2) Ana Müller\n 3. Éloïse Roux\n\nTotal 3\nRappel : apporter son étui\n",
        ("Jean Dupont||||", "Ana Müller||||", "Éloïse Roux||||"), (5, 6),
    ),
    "a chat with bullets": Real("- Ana\n- Ben Li\n• Cléo\n", ("Ana||||", "Ben Li||||", "Cléo||||")),
    "a form of a search engine": Real(
        '"Horodateur","Nom et prénom","Club","Adresse e-mail","Paiement"\n'
        '"2026/11/03 18:22:01","Lucie Garcia","Tarot Club, Lyon","l@example.org","Chèque"\n'
        '"2026/11/03 19:00:10","Max Roux","","m@example.org",""\n',
        ("Lucie Garcia|Tarot Club, Lyon|||owed Chèque", "Max Roux||||"),
    ),
    "cells of a spreadsheet pasted": Real(
        "Nom du joueur\tPrénom du joueur\tClub d’origine\tRéglé\nMoreau\tEva\tLyon\tx\nMoreau\tFay\tLyon\t\n",
        ("Eva Moreau|Lyon|||owed", "Fay Moreau|Lyon|||"),
    ),
    "an English list": Real(
        "First Name,Last Name,Category,Paid\nIda,Stone,Women;Juniors,TRUE\nJoe,Poe,,FALSE\n",
        ("Ida Stone|||Women+Juniors|owed", "Joe Poe||||"),
    ),
    "a separator named by the spreadsheet": Real(
        "sep=;\r\nName;Verein;Mitglieds-Nr\r\nTim Groß;Berlin;B-7\r\n", ("Tim Groß|Berlin|B-7||",)
    ),
    "names alone, the last one first": Real("DUPONT Jean\nMARTIN Lucie\n", ("DUPONT Jean||||", "MARTIN Lucie||||")),
    "who has called off": Real(
        "Spieler;Verein;Status\nJana;Köln;\nOle;Köln;abgesagt\nMia;Bonn;storniert\nTim;Bonn;ok\n",
        ("Jana|Köln|||", "Tim|Bonn|||"), (3, 4),
    ),
    "titles above and columns of no use": Real(
        "Herbstturnier\nAnmeldungen, Stand 3.11.\n\nStart-Nr;Spieler;Telefon;Ort;Altersklasse\n7;Karl-Heinz Ober;0171;Köln;Ü60\n",
        ("Karl-Heinz Ober|||Ü60|",),
    ),
    "who has called off, in other words": Real(
        "Nom;Prénom;Etat;Remarque\nDupont;Jean;Confirmée;non annulé\nMartin;Lucie;Commande annulée;\nRoux;Max;Remboursée le 3/11;\n"
        "Petit;Marc;En attente;\nNoir;Guy;Annulation;\n",
        ("Jean Dupont||||", "Marc Petit||||"), (3, 4, 6),
    ),
    "a mail with numbers": Real(
        "Bonjour Paul,\n\nvoici la liste pour samedi :\n\n1. Jean Dupont\n2.Ana Müller (TC Lyon)\n3) Éloïse Roux\n4 - Marc Petit\n5/ Guy Noir\n"
        "Zoé Blanc\n\nBonne soirée,\nCordialement\nMichel Petit\n",
        ("Jean Dupont||||", "Ana Müller|TC Lyon|||", "Éloïse Roux||||", "Marc Petit||||", "Guy Noir||||", "Zoé Blanc||||"),
        (1, 3, 12, 13, 14),
    ),
    "a mail without": Real(
        "Hallo Karl,\nJana Groß\nOle Ernst\nViele Grüße\nMia Weber\n", ("Jana Groß||||", "Ole Ernst||||"), (1, 4, 5)
    ),
    "a sentence": Real(
        "Inscrits : Jean Dupont, Ana Müller,\nÉloïse Roux et Marc Petit.", ("Jean Dupont||||", "Ana Müller||||", "Éloïse Roux||||", "Marc Petit||||")
    ),
    "a line": Real("Jean; Ana; Éloïse; Marc", ("Jean||||", "Ana||||", "Éloïse||||", "Marc||||")),
    "the addresses of a mail": Real(
        '"Jean Dupont" <jean@example.org>, Ana Müller <ana@example.org>,\n Marc Petit <m@example.org>',
        ("Jean Dupont||||", "Ana Müller||||", "Marc Petit||||"),
    ),
    "the last name before a comma": Real("Müller, Hans\nWeber, Karl\nSchmidt, Eva\n", ("Hans Müller||||", "Karl Weber||||", "Eva Schmidt||||")),
    "the last name in capitals": Real("DUPONT;Jean\nMARTIN;Lucie\nROUX;Max\n", ("Jean DUPONT||||", "Lucie MARTIN||||", "Max ROUX||||")),
    "both names in one column": Real(
        'Mitgliedsnummer;Nachname, Vorname;Geburtsdatum;Verein\n4711;Müller, Hans;01.02.1960;Köln\n4712;Weber;03.04.1970;Köln\n',
        ("Hans Müller|Köln|4711||", "Weber|Köln|4712||"),
    ),
    "numbers in a column without headings": Real("1\tDUPONT Jean\tLyon\n2\tMARTIN Lucie\tBron\n", ("DUPONT Jean|Lyon|||", "MARTIN Lucie|Bron|||")),
    "licences in a column without headings": Real("0102033;DUPONT Jean\n0102044;MARTIN Lucie\n", ("DUPONT Jean||0102033||", "MARTIN Lucie||0102044||")),
    "names and clubs": Real("Ana;Lyon\nBen;Lyon\nCléo;Bron\nDan;Lyon\n", ("Ana|Lyon|||", "Ben|Lyon|||", "Cléo|Bron|||", "Dan|Lyon|||")),
    "foot notes": Real(
        "Nom;Prénom\nDupont;Jean*\nMüller;Ana\n* arrive à 20 h 30\nNB : apporter son étui\nTotal joueurs;2\nNombre d’inscrits;2\n",
        ("Jean Dupont||||", "Ana Müller||||"), (4, 5, 6, 7),
    ),
    "people whose names are words of lists": Real(
        "Nom;Prénom;Club\nTotal;Marie;Lyon\nMerci;Jean;\nBon;Jour;\n", ("Marie Total|Lyon|||", "Jean Merci||||", "Jour Bon||||"),
    ),
    "who paid for others": Real(
        "Acheteur;Nom;Prénom;Catégorie\nMarc Petit;Durand;Zoé;Dames\nMarc Petit;Petit;Marc;\n",
        ("Zoé Durand|||Dames|", "Marc Petit||||"),
    ),
}  # fmt: skip


def as_read(text: str) -> tuple[list[str], list[int]]:
    """The players of a list, each as name|club|licence|categories|payment; the lines left out."""
    rows = read_list(text_of(text.encode())).rows
    lines = []
    for row in rows:
        if row.entrant:
            paid = row.dues.payment
            said = "" if paid is None else f"{'owed' if paid.cents is None else paid.cents} {paid.text}".strip()
            lines.append(
                "|".join((row.entrant.name, row.entrant.club, row.entrant.licence, "+".join(row.dues.categories), said))
            )
    return lines, [row.line for row in rows if row.entrant is None]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_read_as_it_is_meant(name: str) -> None:
    real = LISTS[name]
    assert as_read(real.text) == (list(real.players), list(real.left_out))


def test_categories_and_payments_become_facts_of_the_tournament() -> None:
    rows = read_list(LISTS["a German club’s list with a sum"].text).rows
    agreed = told(*with_players(0), FeesAgreed(800, (Category("senioren", 500),), "CHF"))
    made = facts_of(agreed, rows)
    assert isinstance(made[0], Added)
    assert made[1:] == [
        FeesAgreed(800, (Category("senioren", 500), Category("Damen")), "CHF"),
        Grouped(1, ("senioren",)), Grouped(2, ("Damen", "senioren")),
        Received(1, 500), Received(2, 1000),
    ]  # fmt: skip
    assert facts_of(told(*with_players(0)), rows)[-1] == Received(2, 1000)  # no fee: “ja” is nothing


def test_a_cell_that_says_neither_yes_nor_no_nor_an_amount_leaves_its_row_out() -> None:
    found = read_list("Nom;Réglé\nAna;peut-être\nBen;12,5\nCléo;-\n")
    assert [str(row.why) for row in found.rows if row.why] == [
        "“peut-être” does not say what is paid: expected yes, no or an amount"
    ]
    assert [row.dues.payment and row.dues.payment.cents for row in found.rows if row.entrant] == [1250, None]


def test_a_column_of_other_things_makes_no_categories() -> None:
    rows = read_list("Nom;Catégorie\n" + "".join(f"P{at};{at}\n" for at in range(40))).rows
    with pytest.raises(Slip, match="40 categories"):
        facts_of(told(*with_players(0)), rows)


def test_the_club_s_own_file_keeps_the_categories_for_the_next_week() -> None:
    agreed = told(
        *with_players(2), FeesAgreed(800, (Category("Dames"), Category("Jeunes"))), Grouped(1, ("Dames", "Jeunes"))
    )
    text = players_csv(agreed, ENGLISH)
    assert text.splitlines()[0].endswith(",category")
    assert facts_of(told(*with_players(0)), read_list(text).rows)[1:] == [
        FeesAgreed(0, (Category("Dames"), Category("Jeunes"))), Grouped(1, ("Dames", "Jeunes")),
    ]  # fmt: skip


def test_the_first_line_is_headings_where_it_is_said_to_be() -> None:
    text = "Kartenspieler;Heimat\nAna;Lyon\n"
    assert [one.name for one in read_list(text).entrants] == ["Kartenspieler", "Ana"]
    headed = read_list(text, ("name", "club"), headed=True)
    assert (headed.heads, [(one.name, one.club) for one in headed.entrants]) == (
        ("Kartenspieler", "Heimat"),
        [("Ana", "Lyon")],
    )
    assert not read_list(text, (), headed=True).named
    known = "Nom;Club\nAna;Lyon\n"
    assert [one.name for one in read_list(known, (), headed=False).entrants] == ["Nom", "Ana"]
    assert read_list("Titre\n" + known, (), headed=True).titles == ("Titre",)


@pytest.mark.parametrize(
    ("head", "no", "yes"), [("coming", "no", "yes"), ("Présent", "non", "oui"), ("kommt", "nein", "")]
)
def test_who_does_not_come_is_left_out(head: str, no: str, yes: str) -> None:
    found = read_list(f"Nom;{head}\nAna;{yes}\nBen;{no.upper()}\nAbsent;{yes}\n")
    assert [one.name for one in found.entrants] == ["Ana", "Absent"]
    assert [(row.line, str(row.why)) for row in found.rows if row.why] == [(3, "does not come")]


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Nom;Club;Nom;Club\nAna;Lyon;Ben;Bron\n", 3),
        ("N°;Nom;Prénom;N°;Nom;Prénom\n1;Durand;Ana;2;Petit;Ben\n", 5),
        ("1;Ana;3;Ben\n2;Cléo;4;Dan\n", 3),
        ("1.;Ana;;3.;Ben\n2.;Cléo;;;\n", 4),
        ("Nom;Club\nAna;Lyon\n", 0),
        ("1;Ana;12\n2;Ben;8\n", 0),
        ("1;Ana\n3;Ben\n", 0),
    ],
)
def test_names_beside_the_first_names_are_seen(text: str, column: int) -> None:
    assert read_list(text).beside == column
