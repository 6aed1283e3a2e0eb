//! Foul words of Thai.

use std::sync::LazyLock;

use super::{is_mark, is_separator, is_thai};

/// Foul Thai words. With `true`, a following vowel makes it another word, because the last letter then begins a syllable of its own.
const THAI: &[(&str, bool)] = &[
    ("ควย", false),
    ("เย็ด", false),
    ("เยด", true),
    ("เหี้ย", false),
    ("เฮี้ย", false),
    ("เชี่ย", false),
    ("สัส", false),
    ("สัด", true),
    ("แตด", true),
    ("ไอ้สัตว์", false),
    ("อีสัตว์", false),
    ("หน้าหี", false),
    ("ไอ้หี", false),
    ("อีหี", false),
    ("อีดอก", false),
    ("อีกะหรี่", false),
    ("ส้นตีน", false),
    ("พ่อมึงตาย", false),
    ("แม่มึงตาย", false),
    ("เงี่ยน", false),
    ("จัญไร", false),
    ("ระยำ", false),
    ("อีตอแหล", false),
];

/// Decent words in which a foul one appears by accident. With `true`, only if no Thai letter follows: เหี้ยม, not เหี้ยมองอะไร.
const DECENT: &[(&str, bool)] = &[
    ("โหดเหี้ยม", false),
    ("เหี้ยมโหด", false),
    ("เหี้ยมเกรียม", false),
    ("เหี้ยมหาญ", false),
    ("เหี้ยม", true),
    ("เหี้ยนเตียน", false),
    ("เหี้ยน", true),
    ("เชี่ยวชาญ", false),
    ("เชี่ยวกราก", false),
    ("น้ำเชี่ยว", false),
    ("เชี่ยว", true),
    ("เชี่ยนหมาก", false),
    ("เฮี้ยน", false),
    ("เฮี้ยบ", false),
    ("เฮี้ยว", false),
    ("สัสดี", false),
    ("สัสสต", false),
    ("สัดส่วน", false),
    ("สัดจอง", false),
    ("ติดสัด", false),
    ("เป็นสัด", false),
    ("หีบ", false),
];

/// A word of a list in the form that texts are compared with.
struct ThaiWord {
    letters: Vec<char>,
    alone: bool,
}

fn words(list: &[(&str, bool)]) -> Vec<ThaiWord> {
    let word = |(word, alone): &(&str, bool)| {
        let letters: Vec<char> = word.chars().collect();
        ThaiWord { letters: Folded::new(&letters).letters, alone: *alone }
    };
    list.iter().map(word).collect()
}

static FOUL: LazyLock<Vec<ThaiWord>> = LazyLock::new(|| words(THAI));
static FINE: LazyLock<Vec<ThaiWord>> = LazyLock::new(|| words(DECENT));

/// Thai text in a form for comparison: characters that look the same are equal, however they were typed.
struct Folded {
    letters: Vec<char>,
    /// Position in the text of each letter
    of: Vec<usize>,
}

impl Folded {
    fn new(letters: &[char]) -> Self {
        let mut folded: Vec<(char, usize)> = Vec::with_capacity(letters.len());
        for (at, c) in letters.iter().enumerate() {
            match c {
                'แ' => folded.extend([('เ', at), ('เ', at)]),
                'ำ' => folded.extend([('\u{E4D}', at), ('า', at)]),
                _ => folded.push((*c, at)),
            }
        }
        // Corrects a tone that was typed before the vowel of its letter.
        for marks in folded.chunk_by_mut(|(one, _), (next, _)| is_mark(*one) && is_mark(*next)) {
            marks.sort_by_key(|(c, _)| matches!(c, '\u{E48}'..='\u{E4B}'));
        }
        let (letters, of) = folded.into_iter().unzip();
        Self { letters, of }
    }
}

/// Returns whether it is a vowel or sign that belongs to the letter before it.
fn leans_back(c: char) -> bool {
    matches!(c, '\u{E30}'..='\u{E3A}' | '\u{E45}' | '\u{E47}'..='\u{E4E}')
}

/// Marks foul words, even if their letters are repeated, spaced out, or typed in another order.
pub(super) fn hide(letters: &[char], hidden: &mut [bool]) {
    if !letters.iter().copied().any(is_thai) {
        return;
    }
    let folded = &Folded::new(letters);
    let decent_at = |at| FINE.iter().filter_map(move |word| decent(&folded.letters, at, word));
    let fine: Vec<std::ops::Range<usize>> = (0..folded.letters.len()).flat_map(decent_at).collect();
    for at in 0..folded.letters.len() {
        let ends = FOUL.iter().filter_map(|word| foul(&folded.letters, at, word));
        if let Some(end) = ends.filter(|end| !fine.iter().any(|word| word.contains(&(end - 1)))).max() {
            let marked = &folded.of[at..end];
            let (first, last) = (marked.iter().min().copied().unwrap_or(0), marked.iter().max().copied().unwrap_or(0));
            hidden[first..=last].fill(true);
        }
    }
}

/// Returns the range of the word, if it begins here.
fn decent(letters: &[char], start: usize, word: &ThaiWord) -> Option<std::ops::Range<usize>> {
    let end = start + word.letters.len();
    let ends = letters.get(end).is_none_or(|next| if word.alone { !is_thai(*next) || *next == 'ๆ' } else { !leans_back(*next) });
    (letters.get(start..end)? == word.letters && ends).then_some(start..end)
}

/// Returns where the word that begins here ends, if it does.
fn foul(letters: &[char], start: usize, word: &ThaiWord) -> Option<usize> {
    let mut wanted = word.letters.iter().copied().peekable();
    let (mut at, mut gaps, mut spaces, mut joins, mut apart_before) = (start, 0, 0, 0, false);
    // With two letters too little would be left: ส ส are members of parliament.
    let may_lack_marks = word.letters.iter().filter(|c| !is_mark(**c)).count() >= 3;
    while let Some(letter) = wanted.next() {
        if *letters.get(at)? != letter {
            // Blanks between the letters may cost a message its marks, because their base letters are gone.
            if is_mark(letter) && may_lack_marks && apart_before && spaces > 0 && gaps == joins {
                continue;
            }
            return None;
        }
        at += 1;
        // A repeated letter: ควยยย.
        while letters.get(at) == Some(&letter) && wanted.peek() != Some(&letter) {
            at += 1;
        }
        if let Some(next) = wanted.peek() {
            let from = at;
            while letters.get(at).is_some_and(|c| c != next && (c.is_whitespace() || is_separator(*c))) {
                spaces += usize::from(letters[at].is_whitespace());
                at += 1;
            }
            // A mark may be next to its letter or apart from it, however the letters were spaced out.
            if !is_mark(*next) {
                joins += 1;
                gaps += usize::from(at > from || is_mark(letter) && apart_before);
            }
            apart_before = at > from;
        }
    }
    // Blanks between all letters mean a spaced-out word; a single blank is the end of a phrase.
    let apart = spaces == 0 || gaps == joins;
    let another = word.alone && letters.get(at).copied().is_some_and(leans_back);
    (apart && !another).then_some(at)
}
