//! Initial data of tournament pages.

use crate::pages::{BRACKET, TOURNAMENT, TOURNAMENTS};
use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::tournament::{ContestantType, Mode, Phase};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::cache::{self, Question};
use manao_kernel::app::App;
use manao_kernel::pages::things::breadcrumbs;
use manao_kernel::pages::{CachedAnswer, Content, ListedPage, PageRequest, PageSource, Reply};
use manao_kernel::problem::{Lang, Problem, baht as baht_of_satang, codes};
use manao_kernel::text::Text;

/// Tournaments listed in the site map, the newest first.
const LISTED: i64 = 50_000;
/// A cancelled tournament is gone for search engines this long after its last day.
const GONE_AFTER: TimeDelta = TimeDelta::days(90);

pub fn sources() -> Vec<PageSource> {
    vec![
        PageSource::new("tournaments", |app, asked| Box::pin(tournaments(app, asked))),
        PageSource::new("currentTournaments", |app, _| Box::pin(current(app))),
        PageSource::new("tournament", |app, asked| Box::pin(tournament(app, asked))).listed(|app| {
            Box::pin(async {
                let rows = sqlx::query!(
                    "select id, updated_at from esports.tournaments where published_at is not null and cancelled_at is null order by id desc limit $1",
                    LISTED
                )
                .fetch_all(&app.db)
                .await?;
                // The page itself has no tab, and only one of the tabs is worth indexing.
                let listed = rows.into_iter().map(|row| ListedPage {
                    params: vec![("id", row.id.to_string()), ("tab", "entrants".to_owned())],
                    modified_at: Some(row.updated_at),
                    only_in: None,
                });
                Ok(listed.collect())
            })
        }),
    ]
}

/// Returns a cached answer under the key that the browser would use.
async fn told(app: &App, key: Value, question: Question) -> Result<CachedAnswer, Problem> {
    let bytes = cache::bytes(app, question).await?;
    CachedAnswer::new(key, &serde_json::from_slice::<Box<RawValue>>(&bytes)?)
}

async fn tournaments(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    // Only the browser knows whose tournaments these are.
    let shared = asked.given(&["q", "category", "format", "type", "phase"], &[("game", 1), ("page", 2)]);
    // A narrowed list is fetched by the browser; a placeholder is shown until then.
    if !shared.is_empty() {
        return Ok(Reply::Found(Content { unindexed: true, shared, ..Content::default() }));
    }
    let lanes = told(app, json!(["tournamentLanes"]), Question::Lanes).await?;
    Ok(Reply::Found(Content::default().with(Some(lanes))))
}

/// Returns the tournaments of the home page, beside what the shop shows there.
async fn current(app: &App) -> Result<Reply, Problem> {
    let current = told(app, json!(["currentTournaments"]), Question::Current).await?;
    Ok(Reply::Found(Content::default().with(Some(current))))
}

/// Public tabs of a tournament.
const TABS: &[&str] = &["", "entrants", "bracket", "matches", "rules"];

/// Returns the page of a tournament, and of its tabs.
pub async fn tournament(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    // Only the canonical spelling of a number is an address.
    let given = asked.param("id");
    let Some(id) = given.parse::<i64>().ok().filter(|id| id.to_string() == given) else { return Ok(Reply::Missing) };
    if !TABS.contains(&asked.param("tab")) {
        return Ok(Reply::Missing);
    }
    let whole = match cache::bytes(app, Question::Whole(id)).await {
        Ok(whole) => whole,
        Err(problem) if problem.code() == codes::tournament_not_found => return Ok(Reply::Missing),
        Err(problem) => return Err(problem),
    };
    let shown: TournamentHead = serde_json::from_slice(&whole)?;
    if shown.phase == Phase::Cancelled && shown.end_at + GONE_AFTER < app.now() {
        return Ok(Reply::Gone);
    }
    let lang = asked.lang;
    let answer = CachedAnswer::new(json!(["tournament", id]), &serde_json::from_slice::<Box<RawValue>>(&whole)?)?;
    let information = told(app, json!(["tournamentInformation", id, lang]), Question::Information(id, lang)).await?;
    let content = Content {
        name: lang.pick(&shown.name.th, &shown.name.en).clone(),
        description: Some(shown.description(lang)),
        share: Some(shown.card(lang)),
        things: vec![shown.event(asked, &app.settings.public_url), shown.way(asked)],
        ..Content::default()
    };
    let content = content.with(Some(answer)).with(Some(information));
    if asked.param("tab") != "entrants" {
        return Ok(Reply::Found(content));
    }
    let entrants = told(app, json!(["tournamentEntrants", id, "join", "", 1]), Question::Entrants(id)).await?;
    Ok(Reply::Found(content.with(Some(entrants))))
}

/// The part of a tournament's cached answer that the page's head uses.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TournamentHead {
    id: i64,
    pub name: Text,
    pub game: ShownGame,
    pub phase: Phase,
    pub joined: i32,
    pub capacity: i32,
    pub contestant_type: ContestantType,
    pub prize_baht: Option<i64>,
    banner: Option<String>,
    promoter: ShownPerson,
    mode: Mode,
    location: Option<String>,
    pub registration_start_at: DateTime<Utc>,
    pub registration_end_at: DateTime<Utc>,
    pub start_at: DateTime<Utc>,
    pub end_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

#[derive(Deserialize)]
pub(super) struct ShownGame {
    pub name: Text,
    pub hue: i32,
    pub motif: String,
    pub glyph: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShownPerson {
    display_name: String,
}

impl TournamentHead {
    fn description(&self, lang: Lang) -> String {
        let game = lang.pick(&self.game.name.th, &self.game.name.en);
        let prize = self.prize_baht.map(|baht| {
            let baht = baht_of_satang(baht.saturating_mul(100));
            let baht = baht.trim_end_matches(".00");
            lang.pick(format!(" เงินรางวัลรวม {baht} บาท"), format!(", {baht} baht in prizes"))
        });
        let (prize, promoter, most) = (prize.unwrap_or_default(), &self.promoter.display_name, self.capacity);
        let (unit_th, unit_en) = match self.contestant_type {
            ContestantType::Team => ("ทีม", "teams"),
            ContestantType::Single => ("คน", "players"),
        };
        // Same text as in the web (`tournaments:one.description`).
        lang.pick(
            format!("ทัวร์นาเมนต์ {game} รับ {most} {unit_th}{prize} จัดโดย {promoter}"),
            format!("{game} tournament for up to {most} {unit_en}{prize}, organized by {promoter}"),
        )
    }

    /// Returns the way to the page, for search engines.
    fn way(&self, asked: &PageRequest<'_>) -> Value {
        let (lang, page, bracket) = (asked.lang, TOURNAMENT.address([&self.id]), BRACKET.address([&self.id]));
        let mut way =
            vec![(lang.pick("ทัวร์นาเมนต์", "Tournaments"), TOURNAMENTS.path()), (lang.pick(&self.name.th, &self.name.en), &page)];
        if asked.visit.segments.as_ref().and_then(|segments| segments.last()).is_some_and(|last| last == "bracket") {
            way.push((lang.pick("สายการแข่ง", "Bracket"), &bracket));
        }
        breadcrumbs(asked, &way)
    }

    /// Returns the schema.org event.
    fn event(&self, asked: &PageRequest<'_>, site: &str) -> Value {
        let own = asked.address(&TOURNAMENT.address([&self.id]));
        let status = if self.phase == Phase::Cancelled { "EventCancelled" } else { "EventScheduled" };
        let (attendance, location) = match self.mode {
            Mode::Online => ("OnlineEventAttendanceMode", json!({"@type": "VirtualLocation", "url": own})),
            Mode::Offline => {
                ("OfflineEventAttendanceMode", json!({"@type": "Place", "name": self.location, "address": self.location}))
            }
        };
        let mut event = json!({
            "@context": "https://schema.org",
            "@type": "SportsEvent",
            "name": asked.lang.pick(&self.name.th, &self.name.en),
            "sport": asked.lang.pick(&self.game.name.th, &self.game.name.en),
            "startDate": self.start_at,
            "endDate": self.end_at,
            "eventStatus": format!("https://schema.org/{status}"),
            "eventAttendanceMode": format!("https://schema.org/{attendance}"),
            "location": location,
            "organizer": {"@type": "Person", "name": self.promoter.display_name},
            "url": own
        });
        if let Some(banner) = &self.banner {
            event["image"] = json!(format!("{site}{banner}"));
        }
        event
    }
}
