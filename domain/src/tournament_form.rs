//! A tournament as its promoter fills it in, and the checks before it is published.
//!
//! A draft may be incomplete or even contradictory; it is only bounded ([`bounds`]). [`check`] reports all problems at once, field by field,
//! with the names on the wire (`stages[0].groups`).

use std::collections::BTreeMap;

use chrono::{DateTime, SecondsFormat, SubsecRound as _, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::document::DocumentKind;
use crate::text::normalise;
use crate::tournament::{Category, ContestantType, Format, JoinMode, Mode, Reporter};

pub use prizes::{check_prizes, prize_baht};
pub use stages::{CheckedStage, MAPS, StageJudge, TournamentRush, TournamentStage};

#[path = "tournament_form_prizes.rs"]
mod prizes;
#[path = "tournament_form_stage_rules.rs"]
mod stage_rules;
#[path = "tournament_form_stages.rs"]
mod stages;

#[cfg(test)]
#[path = "tournament_form_tests.rs"]
mod tests;

/// Most characters of a name, a fee, a line (place, contact), a prize, the description and the rules.
const NAME: std::ops::RangeInclusive<usize> = 3..=80;
const FEE: usize = 100;
const LINE: usize = 300;
const PRIZE: usize = 200;
const DESCRIPTION: usize = 2_000;
const RULES: usize = 10_000;
/// Most characters of a date, valid or not.
const DATE: usize = 40;
pub const PRIZES: usize = 16;
pub const CO_PROMOTERS: usize = 10;
pub const ASSISTANTS: usize = 20;
pub const STAGES: usize = 5;
const CAPACITY: std::ops::RangeInclusive<i64> = 2..=4096;
pub const CONFIRM_MINUTES: std::ops::RangeInclusive<i64> = 5..=1440;
pub const USUAL_CONFIRM_MINUTES: i64 = 30;
const MOST_BAHT: i64 = 100_000_000;
/// Time from now within which a tournament must end.
const HORIZON: TimeDelta = TimeDelta::days(2 * 365);
/// Registration that began at most this long ago counts as beginning now, because filling in the form takes time.
const GRACE: TimeDelta = TimeDelta::days(1);

/// The form as it is sent and stored. Every field may be missing in a draft.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TournamentForm {
    /// One of the names is enough: 3 to 80 characters
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(*NAME.end())))))]
    pub name_th: Option<String>,
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(*NAME.end())))))]
    pub name_en: Option<String>,
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(DESCRIPTION)))))]
    pub description_th: Option<String>,
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(DESCRIPTION)))))]
    pub description_en: Option<String>,
    pub game_id: Option<i64>,
    pub category: Option<Category>,
    /// The only school, university or organization that it is for; all of them when absent
    pub organization_id: Option<i64>,
    pub contestant_type: Option<ContestantType>,
    pub mode: Option<Mode>,
    /// Place of an offline tournament
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(LINE)))))]
    pub location: Option<String>,
    /// Players of a team; 1 in a tournament of single players
    pub main_players: Option<i64>,
    pub max_substitutes: Option<i64>,
    /// Most entrants, 2 to 4,096
    pub capacity: Option<i64>,
    /// Whether everyone sees the players' game IDs
    pub show_game_id: bool,
    pub join_mode: Option<JoinMode>,
    /// Whether only invited people may enter
    pub invite_only: bool,
    /// 1 to 5 stages
    pub stages: Vec<TournamentStage>,
    /// Dates are RFC 3339, as texts: one that does not exist is refused at its field
    pub registration_start_at: Option<String>,
    pub registration_end_at: Option<String>,
    pub draw_at: Option<String>,
    pub start_at: Option<String>,
    pub end_at: Option<String>,
    /// Minutes after which an unanswered score counts, 5 to 1,440; 30 when absent
    #[cfg_attr(feature = "utoipa", schema(default = json!(USUAL_CONFIRM_MINUTES)))]
    pub confirm_minutes: Option<i64>,
    pub reporter: Option<Reporter>,
    /// Hours of the day in Bangkok between which matches are played: from 0 to 23, to 1 to 24
    pub hours_from: Option<i64>,
    pub hours_to: Option<i64>,
    /// Plain text
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(RULES)))))]
    pub rules_th: Option<String>,
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(RULES)))))]
    pub rules_en: Option<String>,
    /// A text: no money passes through the platform
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(FEE)))))]
    pub entry_fee: Option<String>,
    /// At most 16 prizes
    pub prizes: Vec<TournamentPrize>,
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(LINE)))))]
    pub contact: Option<String>,
    /// Links of pictures uploaded to `tournament`
    pub banner: Option<String>,
    pub logo: Option<String>,
    /// Evidence required of every player
    pub documents: Vec<DocumentKind>,
    pub co_promoters: Vec<i64>,
    pub assistants: Vec<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TournamentPrize {
    pub place: Option<i64>,
    pub baht: Option<i64>,
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(PRIZE)))))]
    pub text: Option<String>,
}

/// The limits of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Whether many sides meet at once
    pub lobby: bool,
    /// Most sides in one match
    pub sides: i64,
    pub main_players: i64,
    pub max_substitutes: i64,
    /// Whether single-player tournaments are possible
    pub solo: bool,
    pub point_tables: Vec<String>,
}

impl Game {
    /// Returns the formats in which it can be played.
    pub fn formats(&self) -> Vec<Format> {
        Format::ALL.iter().copied().filter(|format| format.rules().is_playable(self)).collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dates {
    pub registration_start_at: DateTime<Utc>,
    pub registration_end_at: DateTime<Utc>,
    pub draw_at: DateTime<Utc>,
    pub start_at: DateTime<Utc>,
    pub end_at: DateTime<Utc>,
}

/// A form that can be published.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedForm {
    pub name_th: String,
    pub name_en: String,
    pub category: Category,
    pub organization_id: Option<i64>,
    pub contestant_type: ContestantType,
    /// Format of the first stage
    pub format: Format,
    pub join_mode: JoinMode,
    pub main_players: i32,
    pub max_substitutes: i32,
    pub capacity: i32,
    pub dates: Dates,
    pub prize_baht: Option<i64>,
    pub stages: Vec<CheckedStage>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum FormRefusal {
    #[error("needed")]
    Missing,
    #[error("too long")]
    TooLong,
    #[error("too many")]
    TooMany,
    #[error("out of range")]
    OutOfRange,
    #[error("given twice")]
    Twice,
    #[error("a name has {} to {} characters", NAME.start(), NAME.end())]
    NameLength,
    #[error("no such date")]
    NoDate,
    #[error("in the past")]
    Past,
    #[error("too far in the future")]
    TooFar,
    #[error("registration ends after it starts")]
    RegistrationOrder,
    #[error("the draw comes after registration")]
    DrawOrder,
    #[error("the start comes after the draw")]
    StartOrder,
    #[error("the end comes after the start")]
    EndOrder,
    #[error("{} to {} entrants", CAPACITY.start(), CAPACITY.end())]
    Capacity,
    #[error("the game is not played like this")]
    FormatOfGame,
    #[error("the game has no single players")]
    NotSolo,
    #[error("not as many players as the game has")]
    TeamSize,
    #[error("not as many substitutes as the game has")]
    Substitutes,
    #[error("a group has at least two")]
    GroupTooSmall,
    #[error("fewer winners than the smallest group has")]
    Winners,
    #[error("fewer go on than there are")]
    Qualifiers,
    #[error("a bracket halves the field")]
    QualifiersOfBracket,
    #[error("groups times winners")]
    QualifiersOfGroups,
    #[error("no series like this")]
    Series,
    #[error("no table of this game")]
    PointTable,
    #[error("more matches than anybody plays")]
    Matches,
    #[error("who ends a stage is seen in one lobby")]
    Rush,
    #[error("the category is by review only")]
    ReviewOnly,
    #[error("the hours end after they begin")]
    Hours,
}

/// The problems of a form, by field.
pub type Refusals = BTreeMap<String, FormRefusal>;

/// The facts that a form is checked against.
pub struct FormContext<'a> {
    pub now: DateTime<Utc>,
    /// None when no game is chosen, or it does not exist
    pub game: Option<&'a Game>,
    /// Dates already published, which may have passed
    pub published: Option<&'a Dates>,
}

/// Returns the violations of the limits that apply even to a draft.
pub fn bounds(form: &TournamentForm) -> Refusals {
    let mut refusals = Refusals::new();
    let lines = [
        ("nameTh", &form.name_th, *NAME.end()),
        ("nameEn", &form.name_en, *NAME.end()),
        ("descriptionTh", &form.description_th, DESCRIPTION),
        ("descriptionEn", &form.description_en, DESCRIPTION),
        ("location", &form.location, LINE),
        ("registrationStartAt", &form.registration_start_at, DATE),
        ("registrationEndAt", &form.registration_end_at, DATE),
        ("drawAt", &form.draw_at, DATE),
        ("startAt", &form.start_at, DATE),
        ("endAt", &form.end_at, DATE),
        ("rulesTh", &form.rules_th, RULES),
        ("rulesEn", &form.rules_en, RULES),
        ("entryFee", &form.entry_fee, FEE),
        ("contact", &form.contact, LINE),
        ("banner", &form.banner, LINE),
        ("logo", &form.logo, LINE),
    ];
    for (field, text, longest) in lines {
        refuse_if(&mut refusals, is_longer(text.as_deref(), longest), field, FormRefusal::TooLong);
    }
    let lists = [
        ("stages", form.stages.len(), STAGES),
        ("prizes", form.prizes.len(), PRIZES),
        ("documents", form.documents.len(), DocumentKind::ALL.len()),
        ("coPromoters", form.co_promoters.len(), CO_PROMOTERS),
        ("assistants", form.assistants.len(), ASSISTANTS),
    ];
    for (field, length, most) in lists {
        refuse_if(&mut refusals, length > most, field, FormRefusal::TooMany);
    }
    for (at, stage) in form.stages.iter().take(STAGES).enumerate() {
        stages::bounds(stage, at, &mut refusals);
    }
    prizes::texts(&form.prizes[..form.prizes.len().min(PRIZES)], &mut refusals);
    refusals
}

/// # Errors
/// All missing or wrong fields.
pub fn check(form: &TournamentForm, against: &FormContext<'_>) -> Result<CheckedForm, Refusals> {
    let mut refusals = bounds(form);
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let names = names(form, &mut refusals);
    let team = team(form, against.game, &mut refusals);
    let capacity = given(form.capacity, "capacity", &mut refusals);
    refuse_if(&mut refusals, capacity.is_some_and(|many| !CAPACITY.contains(&many)), "capacity", FormRefusal::Capacity);
    let dates = dates(form, against, &mut refusals);
    let (category, join_mode) =
        (given(form.category, "category", &mut refusals), given(form.join_mode, "joinMode", &mut refusals));
    let skips_review = category == Some(Category::Pro) && join_mode == Some(JoinMode::Auto);
    refuse_if(&mut refusals, skips_review, "joinMode", FormRefusal::ReviewOnly);
    rest(form, &mut refusals);
    let stages = stages::check(form, against.game, &mut refusals);
    match (names, team, capacity, dates, category, join_mode, stages.first()) {
        (Some((name_th, name_en)), Some(team), Some(capacity), Some(dates), Some(category), Some(join_mode), Some(first))
            if refusals.is_empty() =>
        {
            Ok(CheckedForm {
                name_th,
                name_en,
                category,
                organization_id: form.organization_id,
                contestant_type: team.contestant_type,
                format: first.format,
                join_mode,
                main_players: team.main_players,
                max_substitutes: team.max_substitutes,
                capacity: small(capacity),
                dates,
                prize_baht: prize_baht(&form.prizes),
                stages,
            })
        }
        _ => Err(refusals),
    }
}

/// The values of fields that an organizer may leave empty. Generated columns of `tournaments` give the same in SQL.
impl TournamentForm {
    /// Returns the minutes that a reported score waits for the other side's answer.
    pub fn confirm_minutes(&self) -> i64 {
        self.confirm_minutes.unwrap_or(USUAL_CONFIRM_MINUTES)
    }

    /// Returns the hours of the day, in Bangkok, between which matches may begin.
    pub fn hours(&self) -> (i64, i64) {
        (self.hours_from.unwrap_or(0), self.hours_to.unwrap_or(24))
    }

    /// Returns the players of a team who may report scores.
    pub fn reporter(&self) -> Reporter {
        self.reporter.unwrap_or(Reporter::Captain)
    }
}

/// Parses a date of the form, in whole seconds.
///
/// # Errors
/// [`FormRefusal::NoDate`] for 29 February of a common year and anything else that is not a date.
fn date(text: &str) -> Result<DateTime<Utc>, FormRefusal> {
    let at = DateTime::parse_from_rfc3339(text.trim()).map_err(|_| FormRefusal::NoDate)?;
    Ok(at.with_timezone(&Utc).trunc_subsecs(0))
}

/// Writes the dates in one spelling, so that equal ones are equal texts; an invalid date stays as it is.
pub fn spell_dates(form: &mut TournamentForm) {
    let dates =
        [&mut form.registration_start_at, &mut form.registration_end_at, &mut form.draw_at, &mut form.start_at, &mut form.end_at];
    for text in dates.into_iter().flatten() {
        if text.len() <= DATE
            && let Ok(at) = date(text)
        {
            *text = at.to_rfc3339_opts(SecondsFormat::Secs, true);
        }
    }
}

fn names(form: &TournamentForm, refusals: &mut Refusals) -> Option<(String, String)> {
    let mut name = |field: &str, text: &Option<String>| {
        let name = normalise(text.as_deref().unwrap_or_default());
        let wrong = !name.is_empty() && !NAME.contains(&name.chars().count());
        refuse_if(refusals, wrong, field, FormRefusal::NameLength);
        Some(name).filter(|name| !name.is_empty())
    };
    match (name("nameTh", &form.name_th), name("nameEn", &form.name_en)) {
        (Some(th), Some(en)) => Some((th, en)),
        (Some(only), None) | (None, Some(only)) => Some((only.clone(), only)),
        (None, None) => {
            refusals.insert("nameTh".to_owned(), FormRefusal::Missing);
            None
        }
    }
}

struct Team {
    contestant_type: ContestantType,
    main_players: i32,
    max_substitutes: i32,
}

fn team(form: &TournamentForm, game: Option<&Game>, refusals: &mut Refusals) -> Option<Team> {
    given(form.game_id, "gameId", refusals);
    let contestant_type = given(form.contestant_type, "contestantType", refusals);
    let (contestant_type, game) = (contestant_type?, game?);
    let alone = contestant_type == ContestantType::Single;
    refuse_if(refusals, alone && !game.solo, "contestantType", FormRefusal::NotSolo);
    // One player is not a team, except if a side of the game is one player.
    let (least, most) = if alone { (1, 1) } else { (game.main_players.min(2), game.main_players) };
    let main_players = if alone { form.main_players.or(Some(1)) } else { given(form.main_players, "mainPlayers", refusals) };
    let wrong = main_players.is_some_and(|players| !(least..=most).contains(&players));
    refuse_if(refusals, wrong, "mainPlayers", FormRefusal::TeamSize);
    let substitutes = form.max_substitutes.unwrap_or_default();
    let spare = if alone { 0 } else { game.max_substitutes };
    refuse_if(refusals, !(0..=spare).contains(&substitutes), "maxSubstitutes", FormRefusal::Substitutes);
    Some(Team { contestant_type, main_players: small(main_players?), max_substitutes: small(substitutes) })
}

fn dates(form: &TournamentForm, against: &FormContext<'_>, refusals: &mut Refusals) -> Option<Dates> {
    let published = |of: fn(&Dates) -> DateTime<Utc>| against.published.map(of);
    let mut read = |field: &str, text: &Option<String>, grace: TimeDelta, before: Option<DateTime<Utc>>| {
        let at = given(text.as_deref().filter(|text| !text.trim().is_empty()), field, refusals)?;
        let at = date(at).map_err(|refusal| refusals.insert(field.to_owned(), refusal)).ok()?;
        if before != Some(at) {
            refuse_if(refusals, at < against.now - grace, field, FormRefusal::Past);
            refuse_if(refusals, at > against.now + HORIZON, field, FormRefusal::TooFar);
        }
        Some(at)
    };
    let none = TimeDelta::zero();
    let registration_start_at =
        read("registrationStartAt", &form.registration_start_at, GRACE, published(|dates| dates.registration_start_at));
    let registration_end_at =
        read("registrationEndAt", &form.registration_end_at, none, published(|dates| dates.registration_end_at));
    let draw_at = read("drawAt", &form.draw_at, none, published(|dates| dates.draw_at));
    let start_at = read("startAt", &form.start_at, none, published(|dates| dates.start_at));
    let end_at = read("endAt", &form.end_at, none, published(|dates| dates.end_at));
    let order = [
        ("registrationEndAt", registration_start_at, registration_end_at, false, FormRefusal::RegistrationOrder),
        ("drawAt", registration_end_at, draw_at, true, FormRefusal::DrawOrder),
        ("startAt", draw_at, start_at, true, FormRefusal::StartOrder),
        ("endAt", start_at, end_at, false, FormRefusal::EndOrder),
    ];
    for (field, first, then, may_equal, refusal) in order {
        let (Some(first), Some(then)) = (first, then) else { continue };
        refuse_if(refusals, then < first || (then == first && !may_equal), field, refusal);
    }
    Some(Dates {
        registration_start_at: registration_start_at?,
        registration_end_at: registration_end_at?,
        draw_at: draw_at?,
        start_at: start_at?,
        end_at: end_at?,
    })
}

/// Checks the fields that nothing else depends on.
fn rest(form: &TournamentForm, refusals: &mut Refusals) {
    let mode = given(form.mode, "mode", refusals);
    let somewhere = form.location.as_deref().is_some_and(|place| !normalise(place).is_empty());
    refuse_if(refusals, mode == Some(Mode::Offline) && !somewhere, "location", FormRefusal::Missing);
    refuse_if(refusals, !CONFIRM_MINUTES.contains(&form.confirm_minutes()), "confirmMinutes", FormRefusal::OutOfRange);
    let (from, to) = form.hours();
    refuse_if(refusals, !(0..=23).contains(&from), "hoursFrom", FormRefusal::OutOfRange);
    refuse_if(refusals, !(1..=24).contains(&to), "hoursTo", FormRefusal::OutOfRange);
    refuse_if(refusals, to <= from, "hoursTo", FormRefusal::Hours);
    prizes::check(&form.prizes, refusals);
    for (at, kind) in form.documents.iter().enumerate() {
        refuse_if(refusals, form.documents[..at].contains(kind), format!("documents[{at}]"), FormRefusal::Twice);
    }
}

fn is_longer(text: Option<&str>, longest: usize) -> bool {
    // Bytes first, so that the characters of a very long text are never counted.
    text.is_some_and(|text| text.len() > longest * 16 || text.chars().count() > longest)
}

fn given<T>(value: Option<T>, field: &str, refusals: &mut Refusals) -> Option<T> {
    refuse_if(refusals, value.is_none(), field, FormRefusal::Missing);
    value
}

/// Records a refusal; the first one of a field stays.
fn refuse_if(refusals: &mut Refusals, wrong: bool, field: impl Into<String>, refusal: FormRefusal) {
    if wrong {
        refusals.entry(field.into()).or_insert(refusal);
    }
}

/// Converts a number whose range was checked.
pub(crate) fn small(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
