//! A tournament in short: for lists, share pictures and references from elsewhere.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use manao_domain::tournament::{Category, ContestantType, Elimination, Format, Phase, PhaseFacts};
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::score::{self, TournamentScore};
use crate::teams::Person;
use manao_kernel::live::{Live, topics};
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// A game that tournaments are held in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EsportGameRef {
    pub id: i64,
    /// Slug of the shop's game, if the shop sells for it
    pub slug: String,
    pub name: Text,
    /// Hue of the game's colour, 0 to 359
    pub hue: i32,
    pub motif: String,
    /// The mark on the cover of the shop's game, if the shop sells for it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<String>,
}

/// The next phase by date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NextPhase {
    pub phase: Phase,
    pub at: DateTime<Utc>,
}

impl NextPhase {
    pub fn from_facts(facts: &PhaseFacts, now: DateTime<Utc>) -> Option<Self> {
        facts.next(now).map(|(phase, at)| Self { phase, at })
    }
}

/// The organization that a tournament is limited to, if it is not for everybody in its category.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentOrganization {
    pub id: i64,
    pub name: Text,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentCard {
    pub id: i64,
    pub name: Text,
    pub game: EsportGameRef,
    pub category: Category,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<TournamentOrganization>,
    pub contestant_type: ContestantType,
    /// Format of the first stage
    pub format: Format,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elimination: Option<Elimination>,
    pub main_players: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// Sum of all prizes
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prize_baht: Option<i64>,
    pub phase: Phase,
    /// Whether it has finished without a champion
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_champion: Option<bool>,
    /// Absent before the first match
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<TournamentScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextPhase>,
    pub registration_start_at: DateTime<Utc>,
    pub registration_end_at: DateTime<Utc>,
    pub start_at: DateTime<Utc>,
    pub end_at: DateTime<Utc>,
    /// Time of its end, which may be before its last day
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<DateTime<Utc>>,
    /// Number of admitted entrants; `waiting` counts the waiting list
    pub joined: i32,
    pub waiting: i32,
    /// Version of `joined` and `waiting`; can be sent to read counts that are at least as new
    pub entries_version: i64,
    pub capacity: i32,
    pub invite_only: bool,
    pub promoter: Person,
    /// Version of phase, counts and score, as in `tournament.changed`; the higher one wins
    pub live_version: i64,
    pub live: Live,
}

/// Returns the cards of these tournaments, in this order; drafts and missing ones are left out.
pub async fn cards(conn: &mut PgConnection, ids: &[i64], now: DateTime<Utc>) -> Result<Vec<TournamentCard>, Problem> {
    let rows = sqlx::query!(
        r#"select t.id as "id!", t.name_th as "name_th!", t.name_en as "name_en!", t.category as "category!: Category",
                  t.contestant_type as "contestant_type!: ContestantType", t.format as "format!: Format",
                  t.first_elimination as "elimination: Elimination", t.main_players as "main_players!", t.banner,
                  t.logo, t.prize_baht, t.registration_start_at as "registration_start_at!",
                  t.registration_end_at as "registration_end_at!", t.start_at as "start_at!", t.end_at as "end_at!",
                  t.registration_closed_at, t.bracket_published_at, t.started_at, t.finished_at, t.cancelled_at, t.joined as "joined!",
                  case when t.finished_at is not null then
                    (select min(r.rank) > 1 from esports.tournament_rankings r where r.tournament_id = t.id) end as no_champion,
                  t.waiting as "waiting!", t.entries_version as "entries_version!", t.capacity as "capacity!", t.invite_only as "invite_only!", t.live_version as "live_version!",
                  t.score as "score: Json<TournamentScore>",
                  g.id as "game_id!", g.slug as "slug!", g.name_th as "game_th!", g.name_en as "game_en!", g.hue as "hue!",
                  g.motif as "motif!", g.glyph, o.id as "organization_id?", o.name_th as "organization_th?", o.name_en as "organization_en?",
                  u.id as "promoter_id!", u.display_name as "display_name!", u.picture
           from esports.tournaments t join esports.esport_games g on g.id = t.game_id join people.users u on u.id = t.promoter_id
           left join people.organizations o on o.id = t.organization_id
           where t.id = any($1) and t.published_at is not null"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let mut cards: HashMap<i64, TournamentCard> = HashMap::with_capacity(rows.len());
    for row in rows {
        let facts = PhaseFacts {
            registration_start_at: row.registration_start_at,
            registration_end_at: row.registration_end_at,
            start_at: row.start_at,
            registration_closed_at: row.registration_closed_at,
            bracket_published_at: row.bracket_published_at,
            started_at: row.started_at,
            finished_at: row.finished_at,
            cancelled_at: row.cancelled_at,
        };
        let phase = facts.phase(now);
        let organization_name = row.organization_th.zip(row.organization_en);
        let card = TournamentCard {
            id: row.id,
            name: Text::new(row.name_th, row.name_en),
            game: EsportGameRef {
                id: row.game_id,
                slug: row.slug,
                name: Text::new(row.game_th, row.game_en),
                hue: row.hue,
                motif: row.motif,
                glyph: row.glyph,
            },
            category: row.category,
            organization: row
                .organization_id
                .zip(organization_name)
                .map(|(id, (th, en))| TournamentOrganization { id, name: Text::new(th, en) }),
            contestant_type: row.contestant_type,
            format: row.format,
            elimination: row.format.rules().elimination(row.elimination),
            main_players: row.main_players,
            banner: row.banner,
            logo: row.logo,
            prize_baht: row.prize_baht,
            phase,
            score: score::shown(row.score.map(|score| score.0), phase),
            no_champion: row.no_champion.filter(|missing| *missing),
            next: NextPhase::from_facts(&facts, now),
            registration_start_at: row.registration_start_at,
            registration_end_at: row.registration_end_at,
            start_at: row.start_at,
            end_at: row.end_at,
            finished_at: row.finished_at,
            joined: row.joined,
            waiting: row.waiting,
            entries_version: row.entries_version,
            capacity: row.capacity,
            invite_only: row.invite_only,
            promoter: Person { user_id: row.promoter_id, display_name: row.display_name, picture: row.picture },
            live_version: row.live_version,
            live: Live::open(topics::tournament(row.id)),
        };
        cards.insert(row.id, card);
    }
    Ok(ids.iter().filter_map(|id| cards.remove(id)).collect())
}

/// # Errors
/// 404 `tournament_not_found`, also for a draft.
pub async fn card(conn: &mut PgConnection, id: i64, now: DateTime<Utc>) -> Result<TournamentCard, Problem> {
    let mut cards = cards(conn, &[id], now).await?;
    cards.pop().ok_or_else(|| manao_kernel::problem::codes::tournament_not_found.into())
}
