//! Entries in a tournament: their states, the requirements for their players, and the state of an entry after it is submitted.

use chrono::NaiveDate;
use regex_lite::Regex;

use crate::document::DocumentKind;
use crate::profile::{EducationLevel, OF_AGE, age};
use crate::tournament::{Category, JoinMode};

text_enum! {
    /// The state of an entry.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    EntrantStatus {
        /// Something is missing, or it was never submitted
        IncompleteTeam = "incomplete_team",
        /// Pending the promoter's review
        Register = "register",
        /// Admitted
        Join = "join",
        /// Documents are incorrect and must be handed in again
        Invalid = "invalid",
        Reject = "reject",
        /// All places are taken
        Waitlist = "waitlist",
        Withdrawn = "withdrawn",
        /// Taken out before the draw
        Removed = "removed",
        /// Taken out after the draw
        Disqualified = "disqualified",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    PlayerRole {
        Main = "main",
        Substitute = "substitute",
    }
}

impl EntrantStatus {
    /// Returns whether its players cannot enter with another entry. Column `entrants.active`.
    pub const fn is_active(self) -> bool {
        match self {
            Self::IncompleteTeam | Self::Register | Self::Join | Self::Invalid | Self::Waitlist => true,
            Self::Reject | Self::Withdrawn | Self::Removed | Self::Disqualified => false,
        }
    }

    /// Returns whether it has a place, or is on the waiting list for one. Column `entrants.admitted`.
    pub const fn is_admitted(self) -> bool {
        match self {
            Self::Join | Self::Waitlist => true,
            Self::IncompleteTeam | Self::Register | Self::Invalid => false,
            Self::Reject | Self::Withdrawn | Self::Removed | Self::Disqualified => false,
        }
    }

    /// Returns whether it belongs to the tournament: it is active, or was disqualified after the draw. Column `entrants.listed`.
    pub const fn is_listed(self) -> bool {
        self.is_active() || matches!(self, Self::Disqualified)
    }

    /// Returns whether staff may make this decision about an entry in this state. Admitting an entry may still put it on the waiting list.
    pub fn may_be_decided(self, decision: Self) -> bool {
        match decision {
            Self::Join => matches!(self, Self::Register | Self::Invalid | Self::Waitlist),
            Self::Reject => self.is_active(),
            Self::Invalid => matches!(self, Self::Register | Self::Join | Self::Waitlist),
            // Takes a decision back.
            Self::Register => matches!(self, Self::Invalid | Self::Reject),
            _ => false,
        }
    }
}

/// Returns the state of an entry that its captain has submitted. `Join` applies only as long as a place is free.
pub fn destination(was: EntrantStatus, complete: bool, mode: JoinMode) -> EntrantStatus {
    match (was, complete) {
        (EntrantStatus::Join | EntrantStatus::Waitlist, true) => was,
        (EntrantStatus::Invalid, false) => was,
        (_, false) => EntrantStatus::IncompleteTeam,
        // An entry that was incorrect before is reviewed.
        (EntrantStatus::Invalid, true) => EntrantStatus::Register,
        (_, true) => match mode {
            JoinMode::Auto => EntrantStatus::Join,
            JoinMode::Review => EntrantStatus::Register,
        },
    }
}

/// The number of players of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RosterSize {
    pub main_players: usize,
    pub substitutes: usize,
}

impl RosterSize {
    pub fn from_roles(roles: impl IntoIterator<Item = PlayerRole>) -> Self {
        roles.into_iter().fold(Self { main_players: 0, substitutes: 0 }, |size, role| match role {
            PlayerRole::Main => Self { main_players: size.main_players + 1, ..size },
            PlayerRole::Substitute => Self { substitutes: size.substitutes + 1, ..size },
        })
    }

    /// Returns whether there are exactly as many main players as required, and at most as many substitutes.
    pub fn fits(self, asked: Self) -> bool {
        self.main_players == asked.main_players && self.substitutes <= asked.substitutes
    }

    /// Returns whether there are not more players than required: a draft may still lack some.
    pub fn is_within(self, asked: Self) -> bool {
        self.main_players <= asked.main_players && self.substitutes <= asked.substitutes
    }
}

/// The format of a game's IDs.
#[derive(Debug, Clone)]
pub struct GameIdRule(Regex);

/// Longest ID, longer than any game's.
const GAME_ID: usize = 64;

impl GameIdRule {
    /// Returns None when the pattern is invalid.
    pub fn new(pattern: &str) -> Option<Self> {
        Regex::new(pattern).ok().map(Self)
    }

    pub fn accepts(&self, id: &str) -> bool {
        id.len() <= GAME_ID && self.0.is_match(id)
    }
}

/// The players that a tournament admits, and the details that it requires of each.
#[derive(Debug, Clone, Copy)]
pub struct EntryRequirements<'a> {
    pub category: Category,
    /// The only school or university admitted; None for all of the category
    pub organization_id: Option<i64>,
    pub documents: &'a [DocumentKind],
}

/// A player's facts that matter for an entry.
#[derive(Debug, Clone, Copy)]
pub struct PlayerFacts<'a> {
    pub game_id: &'a str,
    pub education_level: Option<EducationLevel>,
    pub academy_id: Option<i64>,
    pub has_workplace: bool,
    pub birthday: Option<NaiveDate>,
    pub kyc: bool,
    /// Kinds of documents that were handed in and not found incorrect
    pub documents: &'a [DocumentKind],
}

/// An item that a player can still add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingItem {
    GameId,
    /// School or university
    Academy,
    Workplace,
    Kyc,
    /// Day of birth, which decides whether a parent must consent
    Birthday,
    Document(DocumentKind),
}

/// The reason why a person cannot play in this tournament at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ineligibility {
    EducationLevel,
    OtherUniversity,
    OtherSchool,
}

impl EntryRequirements<'_> {
    /// Returns the education level of its players; None when it is for everybody.
    pub fn level(&self) -> Option<EducationLevel> {
        match self.category {
            Category::School => Some(EducationLevel::School),
            Category::University => Some(EducationLevel::University),
            Category::Company | Category::Open | Category::Pro => None,
        }
    }

    /// Returns why this player may not enter, as far as is known; None if they may.
    pub fn unfit(&self, player: &PlayerFacts<'_>) -> Option<Ineligibility> {
        let level = self.level()?;
        match (player.education_level, self.organization_id, player.academy_id) {
            (Some(other), _, _) if other != level => Some(Ineligibility::EducationLevel),
            (Some(_), Some(asked), Some(academy)) if asked != academy => Some(match level {
                EducationLevel::School => Ineligibility::OtherSchool,
                EducationLevel::University => Ineligibility::OtherUniversity,
            }),
            _ => None,
        }
    }

    /// Returns the kinds that this player must hand in: a parent's consent only under age, or while the age is unknown.
    fn documents_of(&self, birthday: Option<NaiveDate>, today: NaiveDate) -> impl Iterator<Item = DocumentKind> {
        let under_age = birthday.is_none_or(|birthday| age(birthday, today) < OF_AGE);
        self.documents.iter().copied().filter(move |kind| *kind != DocumentKind::ParentalConsent || under_age)
    }

    /// Returns the items that this player still lacks.
    pub fn lacks(&self, player: &PlayerFacts<'_>, today: NaiveDate) -> Vec<MissingItem> {
        let mut lacks = Vec::new();
        if player.game_id.is_empty() {
            lacks.push(MissingItem::GameId);
        }
        let knows_academy = player.education_level.is_some() && (self.organization_id.is_none() || player.academy_id.is_some());
        if self.level().is_some() && !knows_academy {
            lacks.push(MissingItem::Academy);
        }
        if self.category == Category::Company && !player.has_workplace {
            lacks.push(MissingItem::Workplace);
        }
        if !player.kyc {
            lacks.push(MissingItem::Kyc);
        }
        let consent = self.documents.contains(&DocumentKind::ParentalConsent);
        if consent && player.birthday.is_none() {
            lacks.push(MissingItem::Birthday);
        }
        let known = |kind: &DocumentKind| *kind != DocumentKind::ParentalConsent || player.birthday.is_some();
        let missing = self.documents_of(player.birthday, today).filter(known).filter(|kind| !player.documents.contains(kind));
        lacks.extend(missing.map(MissingItem::Document));
        lacks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 23).unwrap();

    fn born(year: i32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(year, 11, 23)
    }

    const FINE: PlayerFacts<'static> = PlayerFacts {
        game_id: "20394817",
        education_level: Some(EducationLevel::University),
        academy_id: Some(7),
        has_workplace: true,
        birthday: NaiveDate::from_ymd_opt(2008, 11, 23),
        kyc: true,
        documents: &[DocumentKind::StudentCard],
    };

    #[test]
    fn a_sent_entry_goes_where_its_state_and_the_mode_say() {
        use EntrantStatus::{IncompleteTeam, Invalid, Join, Register, Waitlist};
        use JoinMode::{Auto, Review};
        let cases = [
            (IncompleteTeam, true, Auto, Join),
            (IncompleteTeam, true, Review, Register),
            (IncompleteTeam, false, Auto, IncompleteTeam),
            (Register, true, Review, Register),
            (Register, false, Review, IncompleteTeam),
            // A place, or a position on the waiting list, is kept.
            (Join, true, Review, Join),
            (Waitlist, true, Auto, Waitlist),
            // An incorrect entry is reviewed again, whatever the mode.
            (Invalid, true, Auto, Register),
            (Invalid, true, Review, Register),
            (Invalid, false, Auto, Invalid),
        ];
        for (was, complete, mode, expected) in cases {
            assert_eq!(destination(was, complete, mode), expected, "{was} {complete} {mode}");
        }
    }

    #[test]
    fn only_some_decisions_are_possible_in_a_state() {
        use EntrantStatus::{Disqualified, IncompleteTeam, Invalid, Join, Register, Reject, Removed, Waitlist, Withdrawn};
        let cases = [
            (Register, [true, true, true, false]),
            (Waitlist, [true, true, true, false]),
            (Join, [false, true, true, false]),
            (Invalid, [true, true, false, true]),
            (IncompleteTeam, [false, true, false, false]),
            (Reject, [false, false, false, true]),
            (Withdrawn, [false; 4]),
            (Removed, [false; 4]),
            (Disqualified, [false; 4]),
        ];
        for (status, expected) in cases {
            assert_eq!([Join, Reject, Invalid, Register].map(|decision| status.may_be_decided(decision)), expected, "{status}");
            assert!(!status.may_be_decided(Withdrawn) && !status.may_be_decided(Disqualified), "{status}");
        }
        let active = EntrantStatus::ALL.iter().filter(|status| status.is_active()).count();
        assert_eq!(active, 5);
    }

    #[test]
    fn a_roster_has_exactly_its_main_players_and_no_more_substitutes_than_allowed() {
        let asked = RosterSize { main_players: 5, substitutes: 2 };
        let cases = [
            (5, 0, true, true),
            (5, 2, true, true),
            (5, 3, false, false),
            (4, 2, false, true),
            (1, 0, false, true),
            (6, 0, false, false),
        ];
        for (main, substitutes, fits, within) in cases {
            let roles =
                std::iter::repeat_n(PlayerRole::Main, main).chain(std::iter::repeat_n(PlayerRole::Substitute, substitutes));
            let size = RosterSize::from_roles(roles);
            assert_eq!((size.fits(asked), size.is_within(asked)), (fits, within), "{size:?}");
        }
    }

    #[test]
    fn a_game_id_looks_as_its_game_says() {
        let digits = GameIdRule::new("^[0-9]{6,17}$").unwrap();
        let tagged = GameIdRule::new(r"^[^#\s][^#]{1,14}[^#\s]#[A-Za-z0-9]{3,5}$").unwrap();
        for (rule, id, fine) in [
            (&digits, "20394817", true),
            (&digits, "20394", false),
            (&digits, "๒๐๓๙๔๘๑๗", false),
            (&digits, " 20394817", false),
            (&tagged, "มะนาว#TH1", true),
            (&tagged, "Manao", false),
        ] {
            assert_eq!(rule.accepts(id), fine, "{id}");
        }
        assert!(GameIdRule::new("(").is_none());
        assert!(!GameIdRule::new(".*").unwrap().accepts(&"1".repeat(65)));
    }

    #[test]
    fn pupils_and_students_enter_what_is_theirs() {
        use Category::{Company, Open, School, University};
        let pupil = PlayerFacts { education_level: Some(EducationLevel::School), ..FINE };
        let unknown = PlayerFacts { education_level: None, academy_id: None, ..FINE };
        let cases = [
            (University, None, FINE, None),
            (University, Some(7), FINE, None),
            (University, Some(8), FINE, Some(Ineligibility::OtherUniversity)),
            (University, None, pupil, Some(Ineligibility::EducationLevel)),
            (School, Some(8), pupil, Some(Ineligibility::OtherSchool)),
            (School, None, FINE, Some(Ineligibility::EducationLevel)),
            (School, Some(8), unknown, None),
            (Open, None, pupil, None),
            // The promoter checks the company by the workplace card.
            (Company, Some(8), FINE, None),
        ];
        for (category, organization_id, player, expected) in cases {
            let asked = EntryRequirements { category, organization_id, documents: &[] };
            assert_eq!(asked.unfit(&player), expected, "{category} {organization_id:?}");
        }
    }

    #[test]
    fn what_is_missing_is_told_one_by_one() {
        use DocumentKind::{IdCard, ParentalConsent, StudentCard};
        let asked = |category, organization_id, documents| EntryRequirements { category, organization_id, documents };
        let open: EntryRequirements<'_> = asked(Category::Open, None, &[]);
        let child = PlayerFacts { birthday: born(2009), ..FINE };
        let cases = [
            (open, FINE, vec![]),
            (open, PlayerFacts { game_id: "", kyc: false, ..FINE }, vec![MissingItem::GameId, MissingItem::Kyc]),
            (asked(Category::University, None, &[]), PlayerFacts { academy_id: None, ..FINE }, vec![]),
            (asked(Category::University, Some(7), &[]), PlayerFacts { academy_id: None, ..FINE }, vec![MissingItem::Academy]),
            (asked(Category::School, None, &[]), PlayerFacts { education_level: None, ..FINE }, vec![MissingItem::Academy]),
            (asked(Category::Company, None, &[]), PlayerFacts { has_workplace: false, ..FINE }, vec![MissingItem::Workplace]),
            (asked(Category::Open, None, &[StudentCard, IdCard]), FINE, vec![MissingItem::Document(IdCard)]),
            // Eighteen today.
            (asked(Category::Open, None, &[ParentalConsent]), FINE, vec![]),
            (asked(Category::Open, None, &[ParentalConsent]), child, vec![MissingItem::Document(ParentalConsent)]),
            (
                asked(Category::Open, None, &[ParentalConsent]),
                PlayerFacts { birthday: None, ..FINE },
                vec![MissingItem::Birthday],
            ),
        ];
        for (asked, player, expected) in cases {
            assert_eq!(asked.lacks(&player, TODAY), expected, "{asked:?} {player:?}");
        }
    }
}
