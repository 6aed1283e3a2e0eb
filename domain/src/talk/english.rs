//! Foul words of English.

use unicode_normalization::UnicodeNormalization as _;

use super::{is_mark, is_separator, is_thai, runs};

const LOOKALIKES: &[(char, char)] = &[
    ('а', 'a'),
    ('А', 'A'),
    ('В', 'B'),
    ('с', 'c'),
    ('С', 'C'),
    ('е', 'e'),
    ('Е', 'E'),
    ('Н', 'H'),
    ('һ', 'h'),
    ('і', 'i'),
    ('І', 'I'),
    ('ј', 'j'),
    ('к', 'k'),
    ('К', 'K'),
    ('М', 'M'),
    ('о', 'o'),
    ('О', 'O'),
    ('р', 'p'),
    ('Р', 'P'),
    ('ѕ', 's'),
    ('т', 't'),
    ('Т', 'T'),
    ('у', 'y'),
    ('У', 'Y'),
    ('х', 'x'),
    ('Х', 'X'),
];

/// Foul English words, which stand alone or with one of `BEFORE` and any of `AFTER`.
const ENGLISH: &[&str] = &[
    "arsehole", "asshole", "asswipe", "bastard", "bitch", "blowjob", "cocksuck", "cunt", "dick", "dildo", "dumbass", "faggot",
    "fck", "fuck", "fvck", "handjob", "jackass", "jerkoff", "jizz", "kys", "nigga", "nigger", "penis", "phuck", "porn",
    "pussies", "pussy", "retard", "shit", "slut", "stfu", "twat", "vagina", "wank", "whore",
];
/// Foul words that other words begin with (cumin, assist, cocker), so that they are foul only in these forms.
const ENGLISH_ALONE: &[&str] = &[
    "ass", "cock", "cocks", "cum", "cumming", "cums", "fag", "fags", "gangbang", "horny", "milf", "nudes", "rape", "raped",
    "rapist", "tits", "titties", "titty",
];
const BEFORE: &[&str] = &["bat", "bull", "dog", "dumb", "holy", "horse", "mother", "the", "what"];
const AFTER: &[&str] = &[
    "s", "es", "ed", "er", "ers", "in", "ing", "y", "head", "heads", "face", "faces", "hole", "boy", "hub", "o", "ty", "ting",
    "you", "off", "that", "this",
];

/// Masks foul words, word by word and as written. Digits count as the letters that they look like only in a word of which half are letters;
/// codes, scores and times contain no words.
pub(super) fn hide(letters: &[char], hidden: &mut [bool]) {
    let plain: Vec<char> = letters.iter().map(|c| plain_letter(*c)).collect();
    for word in runs(&plain, 0, is_letter_like) {
        let (mut first, mut last) = (word.start, word.end);
        while first < last && is_punctuation(plain[first]) {
            first += 1;
        }
        while first < last && is_punctuation(plain[last - 1]) {
            last -= 1;
        }
        // A sign in front may stand for a letter or for nothing.
        for word in [first..last, word.start..last] {
            if is_foul_english(&as_latin(&plain[word.clone()])) {
                hidden[word].fill(true);
            }
        }
    }
    for spelled in spelled_out(&plain) {
        let word: Vec<char> = plain[spelled.clone()].iter().copied().filter(|c| c.is_ascii_alphabetic()).collect();
        if is_foul_english(&word) {
            hidden[spelled].fill(true);
        }
    }
}

/// Turns full-width, mathematical, accented and similar letters into plain small ones.
fn plain_letter(c: char) -> char {
    if c.is_ascii() || is_thai(c) {
        return c.to_ascii_lowercase();
    }
    std::iter::once(c).nfkd().next().unwrap_or(c).to_ascii_lowercase()
}

/// Turns Cyrillic letters that look Latin into Latin ones, if they stand beside Latin letters.
fn as_latin(word: &[char]) -> Vec<char> {
    let word: Vec<char> = word.iter().copied().filter(|c| !is_mark(*c)).collect();
    if !word.iter().any(char::is_ascii_alphabetic) {
        return word;
    }
    let latin =
        |c: &char| LOOKALIKES.iter().find(|(cyrillic, _)| cyrillic == c).map_or(*c, |(_, latin)| latin.to_ascii_lowercase());
    word.iter().map(latin).collect()
}

fn is_letter_like(c: char) -> bool {
    !is_thai(c) && (c.is_alphanumeric() || is_mark(c) || matches!(c, '$' | '€') || is_punctuation(c))
}

/// Returns whether the sign stands for a letter only within a word.
fn is_punctuation(c: char) -> bool {
    matches!(c, '@' | '!' | '+' | '*')
}

/// Returns the runs of at least three single letters with blanks or separators between them.
fn spelled_out(plain: &[char]) -> Vec<std::ops::Range<usize>> {
    let is_single = |at: usize| {
        plain[at].is_ascii_alphabetic()
            && (at == 0 || !plain[at - 1].is_alphanumeric())
            && plain.get(at + 1).is_none_or(|next| !next.is_alphanumeric())
    };
    let singles: Vec<usize> = (0..plain.len()).filter(|at| is_single(*at)).collect();
    let together = |one: usize, next: usize| plain[one + 1..next].iter().all(|c| c.is_whitespace() || is_separator(*c));
    let rows = singles.chunk_by(|one, next| together(*one, *next)).filter(|row| row.len() >= 3);
    rows.filter_map(|row| Some(*row.first()?..*row.last()? + 1)).collect()
}

fn is_foul_english(word: &[char]) -> bool {
    let digits = |c: &char| c.is_ascii_digit();
    let first = word.iter().position(|c| !digits(c)).unwrap_or(word.len());
    let last = word.iter().rposition(|c| !digits(c)).map_or(first, |at| at + 1);
    // Digits around a word are a separate number; short words in codes are chance.
    let core = &word[first..last];
    is_foul_whole(word) || (core.len() < word.len() && core.len() >= 4 && is_foul_whole(core))
}

fn is_foul_whole(word: &[char]) -> bool {
    if ENGLISH_ALONE.iter().any(|foul| stem(word, 0, foul) == Some(word.len())) {
        return true;
    }
    let begins = |piece: &&str| piece.chars().eq(word.iter().copied().take(piece.len()));
    let starts = std::iter::once(0).chain(BEFORE.iter().filter(|piece| begins(piece)).map(|piece| piece.len()));
    starts.into_iter().any(|start| ENGLISH.iter().filter_map(|foul| stem(word, start, foul)).any(|end| ends_well(&word[end..])))
}

/// Returns whether the rest of a foul word consists of typical endings, or is a foul word itself.
fn ends_well(rest: &[char]) -> bool {
    let mut reached = vec![false; rest.len() + 1];
    reached[0] = true;
    for at in 0..rest.len() {
        if reached[at] {
            for piece in AFTER {
                if piece.chars().eq(rest[at..].iter().copied().take(piece.len())) {
                    reached[at + piece.len()] = true;
                }
            }
            for end in ENGLISH.iter().filter_map(|foul| stem(rest, at, foul)) {
                reached[end] = true;
            }
        }
    }
    reached[rest.len()]
}

/// Returns where a foul word that begins here ends. Its letters may be repeated, or replaced by signs, or up to half of them by digits.
fn stem(word: &[char], start: usize, foul: &str) -> Option<usize> {
    let (mut at, mut written) = (start, 0);
    let mut wanted = foul.chars().peekable();
    while let Some(letter) = wanted.next() {
        let c = *word.get(at)?;
        let inside = at > start && wanted.peek().is_some();
        let disguised = looks_like(c, letter);
        if !(c == letter || disguised || (c == '*' && inside)) {
            return None;
        }
        // Codes have digits in them, and no signs.
        written += usize::from(c == letter || (disguised && !c.is_ascii_digit()));
        at += 1;
        while word.get(at) == Some(&c) && c != '*' && wanted.peek() != Some(&letter) {
            at += 1;
        }
    }
    (written * 2 >= foul.len()).then_some(at)
}

fn looks_like(c: char, letter: char) -> bool {
    let letters = match c {
        '0' => "o",
        '1' | '!' => "il",
        '3' | '€' => "e",
        '4' | '@' => "a",
        '5' | '$' => "s",
        '7' | '+' => "t",
        '9' => "g",
        _ => "",
    };
    letters.contains(letter)
}
