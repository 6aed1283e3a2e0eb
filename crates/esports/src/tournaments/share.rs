//! The card of a tournament's shared links.

use chrono::{DateTime, Utc};
use manao_domain::tournament::{ContestantType, Phase};

use super::pages::TournamentHead;
use manao_kernel::pages::ShareCard;
use manao_kernel::problem::{Lang, baht};
use manao_kernel::text::day;

impl TournamentHead {
    pub fn card(&self, lang: Lang) -> ShareCard {
        ShareCard {
            eyebrow: phase(self.phase, lang).to_owned(),
            live: matches!(self.phase, Phase::Register | Phase::Competition),
            title: lang.pick(&self.name.th, &self.name.en).clone(),
            facts: [
                Some(lang.pick(&self.game.name.th, &self.game.name.en).clone()),
                self.prize(lang),
                self.date(lang),
                self.places(lang),
            ]
            .into_iter()
            .flatten()
            .collect(),
            hue: self.game.hue,
            motif: self.game.motif.clone(),
            glyph: self.game.glyph.clone(),
            score: None,
        }
    }

    fn prize(&self, lang: Lang) -> Option<String> {
        let amount = baht(self.prize_baht.filter(|baht| *baht > 0)?.saturating_mul(100));
        Some(lang.pick(format!("เงินรางวัล {amount} บาท"), format!("฿{amount} in prizes")))
    }

    /// Returns the next date that matters to a reader.
    fn date(&self, lang: Lang) -> Option<String> {
        let on = |th: &str, en: &str, at: DateTime<Utc>| {
            let at = day(at);
            Some(lang.pick(format!("{th} {}", at.th), format!("{en} {}", at.en)))
        };
        match self.phase {
            Phase::Upcoming => on("เปิดรับ", "Registration opens", self.registration_start_at),
            Phase::Register => on("รับสมัครถึง", "Enter by", self.registration_end_at),
            Phase::Draw => on("เริ่มแข่ง", "Starts", self.start_at),
            Phase::Competition => on("แข่งถึง", "Until", self.end_at),
            Phase::Finished => on("จบเมื่อ", "Finished", self.finished_at.unwrap_or(self.end_at)),
            Phase::Draft | Phase::Cancelled => None,
        }
    }

    /// Returns the free places while one can enter, else the number of entrants.
    fn places(&self, lang: Lang) -> Option<String> {
        let (th, en) = match self.contestant_type {
            ContestantType::Team => ("ทีม", ["team", "teams"]),
            ContestantType::Single => ("คน", ["player", "players"]),
        };
        let en = |count: i32| en[usize::from(count != 1)];
        let (joined, capacity) = (self.joined, self.capacity);
        match (self.phase, capacity - joined) {
            (Phase::Upcoming, _) => Some(lang.pick(format!("รับ {capacity} {th}"), format!("{capacity} {}", en(capacity)))),
            (Phase::Register, free) if free > 0 => {
                Some(lang.pick(format!("เหลือ {free} จาก {capacity} ที่"), format!("{free} of {capacity} places left")))
            }
            (Phase::Register, _) => Some(lang.pick("เต็มแล้ว รับรายชื่อสำรอง".to_owned(), "Full, waiting list open".to_owned())),
            (Phase::Draw | Phase::Competition | Phase::Finished, _) => {
                Some(lang.pick(format!("{joined} {th}"), format!("{joined} {}", en(joined))))
            }
            (Phase::Draft | Phase::Cancelled, _) => None,
        }
    }
}

/// Returns the same words as the web (`tournaments:phase`).
fn phase(phase: Phase, lang: Lang) -> &'static str {
    let (th, en) = match phase {
        Phase::Draft => ("ฉบับร่าง", "Draft"),
        Phase::Upcoming => ("เร็วๆ นี้", "Upcoming"),
        Phase::Register => ("เปิดรับสมัคร", "Registration open"),
        Phase::Draw => ("จับสาย", "Draw"),
        Phase::Competition => ("กำลังแข่ง", "In progress"),
        Phase::Finished => ("จบแล้ว", "Finished"),
        Phase::Cancelled => ("ยกเลิกแล้ว", "Cancelled"),
    };
    lang.pick(th, en)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn head(phase: Phase, joined: i32) -> TournamentHead {
        let both = |th: &str, en: &str| json!({"th": th, "en": en});
        serde_json::from_value(json!({
            "id": 7001, "name": both("ราชภัฏคัพ", "Rajabhat Cup"), "phase": phase, "capacity": 32, "joined": joined,
            "game": {"name": both("RoV", "Arena of Valor"), "hue": 12, "motif": "rings"},
            "contestantType": "team", "prizeBaht": 10_000, "promoter": {"displayName": "somchai"}, "mode": "online",
            "registrationStartAt": "2026-11-01T00:00:00Z", "registrationEndAt": "2026-12-01T17:30:00Z",
            "startAt": "2026-12-05T03:00:00Z", "endAt": "2026-12-12T03:00:00Z",
        }))
        .unwrap()
    }

    #[test]
    fn a_card_says_what_matters_in_its_phase() {
        for (phase, joined, lang, live, facts) in [
            (Phase::Register, 27, Lang::En, true, "Arena of Valor|฿10,000 in prizes|Enter by 2 Dec 2026|5 of 32 places left"),
            (Phase::Register, 32, Lang::Th, true, "RoV|เงินรางวัล 10,000 บาท|รับสมัครถึง 2 ธ.ค. 2569|เต็มแล้ว รับรายชื่อสำรอง"),
            (Phase::Competition, 30, Lang::Th, true, "RoV|เงินรางวัล 10,000 บาท|แข่งถึง 12 ธ.ค. 2569|30 ทีม"),
            (Phase::Finished, 1, Lang::En, false, "Arena of Valor|฿10,000 in prizes|Finished 12 Dec 2026|1 team"),
            (Phase::Cancelled, 3, Lang::En, false, "Arena of Valor|฿10,000 in prizes"),
        ] {
            let card = head(phase, joined).card(lang);
            assert_eq!((card.live, card.facts.join("|").as_str()), (live, facts));
        }
    }
}
