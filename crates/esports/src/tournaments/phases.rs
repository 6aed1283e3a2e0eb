//! A task announces phases, counts and scores, so that hundreds of concurrent entries do not wait for one topic.

use manao_domain::tournament::Phase;

use super::card::NextPhase;
use super::live::{TournamentLive, TournamentsLive};
use super::notices::{self, NoticeKind};
use super::row::Row;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Tournaments in one run; the rest is due in the next.
const BATCH: i64 = 500;

/// Announces due changes.
pub async fn announce_due(app: App) -> anyhow::Result<()> {
    let due = sqlx::query_scalar!(
        "select id from esports.tournaments where published_at is not null and due_at <= $1 order by due_at, id limit $2",
        app.now(),
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    for id in due {
        // A failed notification must not block the rest.
        if let Err(problem) = announce_one(&app, id).await {
            tracing::warn!(tournament = id, %problem, "a tournament's phase was not announced and will be tried again");
        }
    }
    Ok(())
}

async fn announce_one(app: &App, id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    announce(&mut change, id).await?;
    change.commit().await
}

/// Announces the tournament's state if it is new. Locks the tournament.
pub async fn announce(change: &mut Change, id: i64) -> Result<(), Problem> {
    let row = Row::lock(change, id).await?;
    let (facts, now) = (row.facts(), change.now());
    let (phase, next) = (facts.phase(now), NextPhase::from_facts(&facts, now));
    let at = next.as_ref().map(|next| next.at);
    let mut said = format!("{}/{} +{} {}", row.joined, row.capacity, row.waiting, at.map_or(String::new(), |at| at.to_rfc3339()));
    if let Some(score) = row.shown_score(phase) {
        said += &serde_json::to_string(&score)?;
    }
    let is_new = row.announced.is_empty();
    let turned = is_new || row.announced_phase != phase;
    if !turned && row.announced == said {
        sqlx::query!("update esports.tournaments set due_at = coalesce($2, 'infinity'::timestamptz) where id = $1", id, at)
            .execute(change.conn())
            .await?;
        return Ok(());
    }
    let version = row.live_version + 1;
    sqlx::query!(
        "update esports.tournaments set phase = $2, announced = $3, live_version = $4, due_at = coalesce($5, 'infinity'::timestamptz) where id = $1",
        id,
        phase.as_str(),
        said,
        version,
        at
    )
    .execute(change.conn())
    .await?;
    change.emit(&TournamentLive::new(&row, version, now))?;
    if !turned {
        return Ok(());
    }
    change.emit(&TournamentsLive { id, phase })?;
    let notice = match phase {
        Phase::Draw => NoticeKind::Draw,
        Phase::Competition => NoticeKind::Started,
        Phase::Cancelled => NoticeKind::Cancelled,
        Phase::Finished => NoticeKind::Finished,
        Phase::Draft | Phase::Upcoming | Phase::Register => return Ok(()),
    };
    // An import with an earlier phase of its own notifies nobody.
    if is_new { Ok(()) } else { notices::tell(change, id, notice, version).await }
}
