//! The tournaments of the home page: those being played, and those that can be entered.

use manao_domain::tournament::{ContestantType, Phase};
use serde::Serialize;
use utoipa::ToSchema;

use super::card::{EsportGameRef, NextPhase, TournamentCard, cards};
use super::score::TournamentScore;
use manao_kernel::app::App;
use manao_kernel::live::Live;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// Most tournaments of each list.
const SHOWN: i64 = 3;

/// Tournaments for the home page, at most 3 of each.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct CurrentTournaments {
    /// Those with a match being played come first, then the latest to start
    pub playing: Vec<TournamentBrief>,
    /// Open to everyone with places left; the next to close comes first
    pub open: Vec<TournamentBrief>,
}

/// A tournament in a line or two.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentBrief {
    pub id: i64,
    pub name: Text,
    pub game: EsportGameRef,
    pub contestant_type: ContestantType,
    pub main_players: i32,
    /// Sum of all prizes
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prize_baht: Option<i64>,
    pub phase: Phase,
    /// Absent before the first match
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<TournamentScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextPhase>,
    pub joined: i32,
    pub waiting: i32,
    /// Version of `joined` and `waiting`
    pub entries_version: i64,
    pub capacity: i32,
    /// Version of phase, counts and score, as in `tournament.changed`; the higher one wins
    pub live_version: i64,
    pub live: Live,
}

impl From<TournamentCard> for TournamentBrief {
    fn from(card: TournamentCard) -> Self {
        Self {
            id: card.id,
            name: card.name,
            game: card.game,
            contestant_type: card.contestant_type,
            main_players: card.main_players,
            prize_baht: card.prize_baht,
            phase: card.phase,
            score: card.score,
            next: card.next,
            joined: card.joined,
            waiting: card.waiting,
            entries_version: card.entries_version,
            capacity: card.capacity,
            live_version: card.live_version,
            live: card.live,
        }
    }
}

/// Returns the tournaments of the home page.
pub async fn current(app: &App) -> Result<CurrentTournaments, Problem> {
    let mut conn = app.db.acquire().await?;
    let ids = sqlx::query_scalar!(
        r#"select id from (
             select id, row_number() over (partition by phase order by
               case when phase = 'competition' then score -> 'live' is not null end desc nulls last,
               case when phase = 'competition' then start_at end desc nulls last, registration_end_at, id) as place
             from esports.tournaments
             where published_at is not null
               and (phase = 'competition' or phase = 'register' and not invite_only and joined < capacity)) as placed
           where place <= $1 order by place, id"#,
        SHOWN
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut current = CurrentTournaments::default();
    for card in cards(&mut conn, &ids, app.now()).await? {
        match card.phase {
            Phase::Competition => current.playing.push(card.into()),
            Phase::Register => current.open.push(card.into()),
            // Its next phase has begun, and will be announced.
            Phase::Draft | Phase::Upcoming | Phase::Draw | Phase::Finished | Phase::Cancelled => {}
        }
    }
    Ok(current)
}
