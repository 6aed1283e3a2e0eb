//! States in the words of a table's reader; an unknown word stays as it is.

use super::cell::Cell;
use manao_kernel::problem::Lang;

/// Word in the database, in Thai and in English.
type Words = (&'static str, &'static str, &'static str);

const STATUSES: &[Words] = &[
    ("incomplete_team", "ยังไม่ครบ", "Incomplete"),
    ("register", "รอตรวจ", "Waiting for review"),
    ("join", "เข้าแข่งขัน", "Admitted"),
    ("invalid", "เอกสารไม่ถูกต้อง", "Documents not valid"),
    ("waitlist", "รายชื่อสำรอง", "Waiting list"),
    ("disqualified", "ถูกตัดสิทธิ์", "Disqualified"),
];

const ROLES: &[Words] = &[("main", "ตัวจริง", "Main player"), ("substitute", "ตัวสำรอง", "Substitute")];

const STATES: &[Words] = &[
    ("locked", "รอผลคู่ก่อนหน้า", "Waiting for earlier matches"),
    ("waiting", "รอคู่แข่ง", "Waiting for an opponent"),
    ("ready", "รอนัดเวลา", "No time yet"),
    ("scheduled", "นัดเวลาแล้ว", "Scheduled"),
    ("playing", "กำลังแข่ง", "Playing"),
    ("submitted", "รอยืนยันผล", "Result to be confirmed"),
    ("disputed", "ผลไม่ตรงกัน", "Disputed"),
    ("decided", "จบแล้ว", "Decided"),
    ("cancelled", "ยกเลิก", "Cancelled"),
];

const PARTS: &[Words] = &[
    ("main", "สายหลัก", "Main bracket"),
    ("losers", "สายล่าง", "Losers' bracket"),
    ("final", "รอบชิงชนะเลิศ", "Grand final"),
    ("third", "ชิงที่ 3", "Third place"),
    ("group", "กลุ่ม", "Group"),
];

const OUTCOMES: &[Words] =
    &[("played", "แข่งจบ", "Played"), ("walkover", "ชนะบาย", "Walkover"), ("double_forfeit", "แพ้ทั้งคู่", "Double forfeit")];

pub fn status(word: &str, lang: Lang) -> &str {
    said(STATUSES, word, lang)
}

pub fn role(word: &str, lang: Lang) -> &str {
    said(ROLES, word, lang)
}

pub fn state(word: &str, lang: Lang) -> &str {
    said(STATES, word, lang)
}

pub fn part(word: &str, lang: Lang) -> &str {
    said(PARTS, word, lang)
}

/// Returns the outcome in words. `forfeited` means that a side is out of the tournament.
pub fn outcome(word: &str, forfeited: bool, lang: Lang) -> String {
    let said = said(OUTCOMES, word, lang);
    if forfeited {
        format!("{said} ({})", lang.pick("ออกจากการแข่งขัน", "left the tournament"))
    } else {
        said.to_owned()
    }
}

/// Returns the mark of a tie-break, which counts for nothing else.
pub fn for_a_tie(extra: bool, lang: Lang) -> Cell {
    Cell::from(if extra { lang.pick("ใช่", "Yes") } else { "" })
}

fn said<'a>(words: &[Words], word: &'a str, lang: Lang) -> &'a str {
    words.iter().find(|(of, ..)| *of == word).map_or(word, |(_, th, en)| lang.pick(th, en))
}
