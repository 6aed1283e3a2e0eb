//! Changes of a published tournament. Entries lock the conditions they were made under, the draw locks its basis, and co-promoters change texts
//! and dates.

use crate::tournament::Phase;
use crate::tournament_form::Dates;

/// Name of a field as on the wire.
type Field = &'static str;

/// Fields locked by entries, because entrants agreed to them.
const BY_ENTRIES: &[Field] = &[
    "gameId",
    "category",
    "organizationId",
    "contestantType",
    "mainPlayers",
    "maxSubstitutes",
    "stages",
    "documents",
    "showGameId",
    "registrationStartAt",
];
const BY_BRACKET: &[Field] = &["capacity", "joinMode", "inviteOnly", "registrationEndAt", "drawAt"];
const OF_CO_PROMOTERS: &[Field] = &[
    "nameTh",
    "nameEn",
    "descriptionTh",
    "descriptionEn",
    "location",
    "rulesTh",
    "rulesEn",
    "entryFee",
    "contact",
    "registrationStartAt",
    "registrationEndAt",
    "drawAt",
    "startAt",
    "endAt",
];
const ALL: &[Field] = &[
    "nameTh",
    "nameEn",
    "descriptionTh",
    "descriptionEn",
    "gameId",
    "category",
    "organizationId",
    "contestantType",
    "mode",
    "location",
    "mainPlayers",
    "maxSubstitutes",
    "capacity",
    "showGameId",
    "joinMode",
    "inviteOnly",
    "stages",
    "registrationStartAt",
    "registrationEndAt",
    "drawAt",
    "startAt",
    "endAt",
    "confirmMinutes",
    "reporter",
    "hoursFrom",
    "hoursTo",
    "rulesTh",
    "rulesEn",
    "entryFee",
    "prizes",
    "contact",
    "banner",
    "logo",
    "documents",
    "coPromoters",
    "assistants",
];

/// The state of a published tournament.
#[derive(Debug, Clone, Copy)]
pub struct EditContext {
    pub phase: Phase,
    /// Whether anybody has entered
    pub entered: bool,
    pub bracket_published: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EditRefusal {
    #[error("locked by entries or by the phase")]
    Locked,
    #[error("only the promoter changes this")]
    PromoterOnly,
    #[error("places are only added")]
    OnlyUpward,
    #[error("dates only move outward")]
    OnlyOutward,
}

impl EditContext {
    /// Returns the fields that nobody may change any more.
    pub fn locked(&self) -> Vec<Field> {
        if matches!(self.phase, Phase::Finished | Phase::Cancelled) {
            return ALL.to_vec();
        }
        let groups = [(self.entered, BY_ENTRIES), (self.bracket_published, BY_ENTRIES), (self.bracket_published, BY_BRACKET)];
        let mut locked: Vec<Field> = groups.iter().filter(|(holds, _)| *holds).flat_map(|(_, fields)| *fields).copied().collect();
        if self.phase == Phase::Competition {
            locked.push("startAt");
        }
        locked.sort_unstable();
        locked.dedup();
        locked
    }

    /// Checks that the field may change at all, and by a co-promoter.
    ///
    /// # Errors
    /// [`EditRefusal::Locked`], [`EditRefusal::PromoterOnly`].
    pub fn may_change(&self, field: &str, co_promoter: bool) -> Result<(), EditRefusal> {
        if self.locked().contains(&field) {
            return Err(EditRefusal::Locked);
        }
        if co_promoter && !OF_CO_PROMOTERS.contains(&field) { Err(EditRefusal::PromoterOnly) } else { Ok(()) }
    }

    /// Checks that the conditions that entrants rely on only grow: places, and time.
    pub fn check(&self, before: (i32, &Dates), after: (i32, &Dates)) -> Vec<(Field, EditRefusal)> {
        if !self.entered {
            return Vec::new();
        }
        let ((places, from), (then, to)) = (before, after);
        let refused = [
            ("capacity", then < places, EditRefusal::OnlyUpward),
            ("registrationEndAt", to.registration_end_at < from.registration_end_at, EditRefusal::OnlyOutward),
            ("drawAt", to.draw_at < from.draw_at, EditRefusal::OnlyOutward),
            ("startAt", to.start_at < from.start_at, EditRefusal::OnlyOutward),
            ("endAt", to.end_at < from.end_at, EditRefusal::OnlyOutward),
        ];
        refused.iter().filter(|(_, wrong, _)| *wrong).map(|(field, _, refusal)| (*field, *refusal)).collect()
    }
}

/// Returns the fields that co-promoters may not change.
pub fn promoter_only() -> Vec<Field> {
    ALL.iter().filter(|field| !OF_CO_PROMOTERS.contains(field)).copied().collect()
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::*;
    use crate::tournament_form::TournamentForm;

    #[test]
    fn all_fields_of_the_form_are_known() {
        let form = serde_json::to_value(TournamentForm::default()).unwrap();
        let mut fields: Vec<&str> = form.as_object().unwrap().keys().map(String::as_str).collect();
        let mut known = ALL.to_vec();
        fields.sort_unstable();
        known.sort_unstable();
        assert_eq!(known, fields);
        for field in [BY_ENTRIES, BY_BRACKET, OF_CO_PROMOTERS].concat() {
            assert!(ALL.contains(&field), "{field}");
        }
    }

    #[test]
    fn what_is_locked_follows_from_entries_draw_and_phase() {
        use EditRefusal::{Locked, PromoterOnly};
        let open = EditContext { phase: Phase::Register, entered: false, bracket_published: false };
        let entered = EditContext { entered: true, ..open };
        let drawn = EditContext { phase: Phase::Draw, bracket_published: true, ..entered };
        let playing = EditContext { phase: Phase::Competition, ..drawn };
        let over = EditContext { phase: Phase::Finished, ..drawn };
        let cases = [
            (open, "stages", false, Ok(())),
            (open, "stages", true, Err(PromoterOnly)),
            (open, "nameTh", true, Ok(())),
            (open, "endAt", true, Ok(())),
            (open, "capacity", true, Err(PromoterOnly)),
            (entered, "stages", false, Err(Locked)),
            (entered, "mainPlayers", false, Err(Locked)),
            (entered, "gameId", true, Err(Locked)),
            (entered, "capacity", false, Ok(())),
            (entered, "registrationEndAt", false, Ok(())),
            (entered, "rulesTh", false, Ok(())),
            (drawn, "capacity", false, Err(Locked)),
            (drawn, "drawAt", false, Err(Locked)),
            (drawn, "startAt", false, Ok(())),
            (playing, "startAt", false, Err(Locked)),
            (playing, "endAt", true, Ok(())),
            (over, "nameTh", false, Err(Locked)),
        ];
        for (standing, field, co_promoter, expected) in cases {
            assert_eq!(standing.may_change(field, co_promoter), expected, "{field} of {standing:?}");
        }
        assert!(open.locked().is_empty());
        assert_eq!(over.locked().len(), ALL.len());
        assert!(promoter_only().contains(&"assistants") && !promoter_only().contains(&"rulesEn"));
    }

    #[test]
    fn after_the_first_entry_places_and_time_only_grow() {
        use EditRefusal::{OnlyOutward, OnlyUpward};
        let day = |day: i64| DateTime::UNIX_EPOCH + TimeDelta::days(day);
        let dates = Dates {
            registration_start_at: day(1),
            registration_end_at: day(5),
            draw_at: day(6),
            start_at: day(8),
            end_at: day(9),
        };
        let entered = EditContext { phase: Phase::Register, entered: true, bracket_published: false };
        let sooner = Dates { registration_end_at: day(4), draw_at: day(5), start_at: day(7), end_at: day(8), ..dates };
        let later = Dates { registration_end_at: day(6), draw_at: day(7), start_at: day(9), end_at: day(10), ..dates };
        assert_eq!(entered.check((16, &dates), (32, &later)), []);
        assert_eq!(entered.check((16, &dates), (16, &dates)), []);
        let refused = entered.check((16, &dates), (15, &sooner));
        let expected = [
            ("capacity", OnlyUpward),
            ("registrationEndAt", OnlyOutward),
            ("drawAt", OnlyOutward),
            ("startAt", OnlyOutward),
            ("endAt", OnlyOutward),
        ];
        assert_eq!(refused, expected);
        assert_eq!(EditContext { entered: false, ..entered }.check((16, &dates), (2, &sooner)), []);
    }
}
