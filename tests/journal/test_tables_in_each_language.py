"""Tables as teachers keep them in each language, with their headings, results and winners, are
read whole.
"""

import pytest
from jobs import TEMPLATES, slots_of
from sampling import sample

from kitgen.journal.exchange import read_games
from kitgen.journal.journal_words import result_letter
from kitgen.reading.texts import Texts
from kitgen.record.table_words import vocabularies
from kitgen.sources.kit_sources import load_kit

#: Each table has the same two games: won with A1 yellow and B10 red, lost with A1 red and B1 blue.
TABLES = {
    "en": {
        "first box": (
            "Game;Who played?;First box;Second box;Result",
            "1;Anna;A1 yellow;B10 red;won",
            "2;Ben;A1 red;B1 blue;lost",
        ),
        "blank lines": (
            "",
            "No.,Pupil,1st box,2nd box,W/L",
            "",
            "1,Anna,A1 Y,B10 R,W",
            "",
            "2,Ben,A1 R,B1 U,L",
            "",
        ),
        "cover": (
            "Class 3b - our machine,,,,",
            ",,,,",
            "Match,Name,Bead 1,Bead 2,Who won?",
            "1,Anna,A1-Y,B10-R,machine",
            "2,Ben,A1-R,B1-U,Ben",
        ),
        "decimals": (
            "game;child;A;B;result;score",
            "1,0;Anna;A1 Y;B10 R;1,0;1,0",
            "2,0;Ben;A1 R;B1 U;-1,0;0,0",
        ),
        "merged heading": (
            "Round,Opponent,box and bead,,Outcome",
            "1,Anna,A1 Y,B10 R,Win",
            "2,Ben,A1 R,B1 U,Loss",
        ),
    },
    "it": {
        "prima scatola": (
            "Partita n.;Chi gioca?;Prima scatola;Seconda scatola;Esito",
            "1;Anna;A1 giallo;B10 rosso;vinta",
            "2;Ben;A1 rosso;B1 blu;persa",
        ),
        "1ª scatola": (
            "n°;alunno;1ª scatola;2ª scatola;vinta/persa",
            "1;Anna;A1 G;B10 R;vinta",
            "2;Ben;A1 R;B1 U;persa",
        ),
        "blank lines": (
            "Classe quarta A;;;;",
            ";;;;",
            "Partita;Data;1° turno;2° turno;Chi ha vinto?",
            ";;;;",
            "1;12/3;A1 gialla;B10 rossa;la macchina",
            "2;12/3;A1 rossa;B1 blu;bambino",
        ),
        "commas in cells": (
            '"partita","sfidante","perline","risultato della macchina"',
            '"1,0","Anna","A1 G, B10 R","Vi"',
            '"2,0","Ben","A1 R, B1 U","Pe"',
        ),
        "merged heading": (
            "Num.;Giocatore;Perlina;;Risultato",
            "1;Anna;A1 G;B10 R;vince",
            "2;Ben;A1 R;B1 U;perde",
        ),
    },
    "es": {
        "primera caja": (
            "Partida;¿Quién juega?;Primera caja;Segunda caja;Resultado",
            "1;Anna;A1 amarillo;B10 rojo;ganada",
            "2;Ben;A1 rojo;B1 azul;perdida",
        ),
        "1.ª jugada": (
            "N.º\tAlumno\t1.ª jugada\t2.ª jugada\t¿Quién ganó?",
            "1\tAnna\tA1 M\tB10 R\tla máquina",
            "2\tBen\tA1 R\tB1 Z\talumno",
        ),
        "cover": (
            "Nuestra máquina;;;;",
            "Curso 2025;;;;",
            "núm.;niño;caja 1;caja 2;G/P",
            "1;Anna;A1 amarilla;B10 roja;G",
            "2;Ben;A1 roja;B1 azul;P",
        ),
        "merged heading": (
            "Partida;Jugadora;Bolita;;Resultados",
            "1;Anna;A1 M;B10 R;ganó",
            "2;Ben;A1 R;B1 Z;perdió",
        ),
        "primer turno": (
            "Juego;Nombre;Primer turno;Segundo turno;Ganador",
            "1;Anna;A1 amarillo;B10 rojo;máquina",
            "2;Ben;A1 rojo;B1 azul;Ben",
        ),
    },
    "de": {
        "erste Schachtel": (
            "Partie;Kind;Erste Schachtel;Zweite Schachtel;Ergebnis",
            "1;Anna;A1 gelb;B10 rot;gewonnen",
            "2;Ben;A1 rot;B1 blau;verloren",
        ),
        "erster Zug": (
            "Nr.;Kind;erster Zug;2. Schachtel;Sieger",
            "1;Anna;A1 gelb;B10 rot;Maschine",
            "2;Ben;A1 rot;B1 blau;Ben",
        ),
        "words": (
            "Spiel;Gegner;A;B;Ergebnis",
            "1;Anna;A1 gelb;B10 rot;gewonnen",
            "2;Ben;A1 rot;B1 blau;verloren",
        ),
        "G/V/U": (
            "Nr.\tName\tA\tB\tG/V/U",
            "1\tAnna\tA1 gelb\tB10 rot\tG",
            "2\tBen\tA1 rot\tB1 blau\tV",
        ),
        "as printed": (
            "Partie,Gegenseite,A,B,Maschine",
            "1,Anna,A1 gelb,B10 rot,Si",
            "2,Ben,A1 rot,B1 blau,Ni",
        ),
        "one cell": (
            "Spiel Nr.;Kind;Schachteln und Perlen;Sieger",
            "1;Anna;A1 gelb B10 rot;Maschine",
            "2;Ben;A1 rot B1 blau;Kind",
        ),
        "title": (
            "Klasse 3b",
            "Spiel;Datum;A;B;Ergebnis der Maschine",
            "1;3.5.;A1 gelb;B10 rot;Sieg",
            "2;3.5.;A1 rot;B1 blau;Niederlage",
        ),
        "1. Zug": (
            "Spielnummer;Spieler;1. Zug;2. Zug;Ausgang",
            "1;Anna;A1 gelb;B10 rot;Gewonnen",
            "2;Ben;A1 rot;B1 blau;Verloren",
        ),
        "names": (
            "Runde;Schüler;Zug 1;Zug 2;Gewinner",
            "1;Anna;A1 gelb;B10 rot;Roboter",
            "2;Ben;A1 rot;B1 blau;Ben",
        ),
        "S and N": (
            "Spiel;Schülerin;A;B;Ausgang",
            "1;Anna;A1 L;B10 R;S",
            "2;Ben;A1 R;B1 U;N",
        ),
        "question": (
            "Partie Nr.;Wer spielt?;A;B;Wer hat gewonnen?",
            "1;Anna;A1 gelb;B10 rot;die Maschine",
            "2;Ben;A1 rot;B1 blau;das Kind",
        ),
        "won/lost": (
            "Nr;Wer;A;B;gewonnen/verloren",
            "1;Anna;A1 gelbe;B10 rote;gewonnen",
            "2;Ben;A1 rote;B1 blaue;verloren",
        ),
    },
    "fr": {
        "première boîte": (
            "Partie;Élève;Première boîte;Deuxième boîte;Résultat",
            "1;Anna;A1 jaune;B10 rouge;gagné",
            "2;Ben;A1 rouge;B1 bleu;perdu",
        ),
        "1ère boîte": (
            "N°;Élève;1ère boîte;2ème boîte;Gagnant",
            "1;Anna;A1 jaune;B10 rouge;machine",
            "2;Ben;A1 rouge;B1 bleu;Ben",
        ),
        "words": (
            "partie;adversaire;A;B;résultat",
            "1;Anna;A1 jaune;B10 rouge;gagné",
            "2;Ben;A1 rouge;B1 bleu;perdu",
        ),
        "G/P/N": (
            "n°\tnom\tA\tB\tG/P/N",
            "1\tAnna\tA1 jaune\tB10 rouge\tG",
            "2\tBen\tA1 rouge\tB1 bleu\tP",
        ),
        "as printed": (
            "partie,adversaire,A,B,machine",
            "1,Anna,A1 jaune,B10 rouge,Ga",
            "2,Ben,A1 rouge,B1 bleu,Pe",
        ),
        "one cell": (
            "Partie n°;Élève;Boîtes et perles;Gagnant",
            "1;Anna;A1 jaune B10 rouge;machine",
            "2;Ben;A1 rouge B1 bleu;élève",
        ),
        "title": (
            "CM1",
            "Partie;Date;A;B;Résultat de la machine",
            "1;3/5;A1 jaune;B10 rouge;victoire",
            "2;3/5;A1 rouge;B1 bleu;défaite",
        ),
        "coup 1": (
            "Numéro;Prénom;coup 1;coup 2;Résultat",
            "1;Anna;A1 jaune;B10 rouge;Gagnée",
            "2;Ben;A1 rouge;B1 bleu;Perdue",
        ),
        "1er coup": (
            "Manche;Joueur;1er coup;2e coup;Vainqueur",
            "1;Anna;A1 jaune;B10 rouge;machine",
            "2;Ben;A1 rouge;B1 bleu;Ben",
        ),
        "V and D": (
            "Partie;Joueuse;A;B;issue",
            "1;Anna;A1 J;B10 R;V",
            "2;Ben;A1 R;B1 bleu;D",
        ),
        "question": (
            "N° de partie;Qui joue ?;A;B;Qui a gagné ?",
            "1;Anna;A1 jaune;B10 rouge;la machine",
            "2;Ben;A1 rouge;B1 bleu;l'élève",
        ),
        "won/lost": (
            "Jeu;Qui;A;B;gagné/perdu",
            "1;Anna;A1 jaune;B10 rouge;gagné",
            "2;Ben;A1 rouge;B1 bleue;perdu",
        ),
    },
}
EACH = [(language, name) for language, tables in TABLES.items() for name in tables]


@pytest.mark.parametrize(("language", "name"), sample(EACH, one_in=8))
def test_a_teachers_table_is_read_whole(language, name):
    kit = load_kit("her", language=language, templates=TEMPLATES)
    colours = {slot.colour.key: slot.colour.letter for box, slot in slots_of(kit)}
    won = (f"A1 {colours['yellow']}", "B10 R", 1)
    lost = ("A1 R", f"B1 {colours['blue']}", -1)
    read = read_games("\n".join(TABLES[language][name]), name, kit, vocabularies(TEMPLATES))
    assert [line.fault for line in read.lines] == ["", ""]
    assert [(*(pick.text for pick in line.row.picks), line.row.result) for line in read.lines] == [
        won,
        lost,
    ]
    assert read.account.unread == ()


@pytest.mark.parametrize("language", ["en", "it", "es", "fr", "de"])
def test_result_letters_of_the_log_sheet_are_those_of_tables(language):
    """What paper, ``show`` and the questions write is read back, for every result, alone and
    beside the others.
    """
    kit = load_kit("menace", language=language, templates=TEMPLATES)
    texts = Texts(language, TEMPLATES)
    letters = {result: result_letter(texts, result) for result in (1, 0, -1)}
    assert len(set(letters.values())) == 3
    heading = ";".join(texts(f"log.column.{column}") for column in ("game", "moves", "result"))
    for wanted in (letters, *({result: letter} for result, letter in letters.items())):
        rows = [f"{game};;{letter}" for game, letter in enumerate(wanted.values(), 1)]
        read = read_games("\n".join([heading, *rows]), "log", kit, vocabularies(TEMPLATES))
        assert [line.row.result if line.row else line.fault for line in read.lines] == list(wanted)
