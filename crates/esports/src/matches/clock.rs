//! Scheduled steps in rooms: proposals expire, impossible times are dropped, round defaults apply, matches begin, reminders are sent.

use chrono::TimeDelta;
use manao_domain::match_time::{ProposalState, SETTLE, Span};
use serde_json::json;

use super::busy;
use super::tell_times::{self, TimeNotice};
use super::times::{fix, length};
use crate::brackets::MatchState;
use crate::brackets::attention::MatchStuck;
use crate::brackets::room::{Room, Step, end_proposals};
use crate::brackets::room_state::TimeSource;
use crate::messages::StepKind;
use crate::tournaments;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;
use manao_people::inbox;

/// Matches of each kind in one run; the rest is due in the next.
const BATCH: i64 = 200;
/// A default time nearer than this comes too late; staff set a time instead.
const AHEAD: TimeDelta = TimeDelta::minutes(60);
/// Time before its start at which a match's reminder is sent.
pub(crate) const REMIND: TimeDelta = TimeDelta::minutes(30);

/// A step that is due for a match.
#[derive(Clone, Copy, Debug)]
enum Due {
    Expire,
    /// A time that was fixed before its sides were known
    Clash,
    Default,
    Begin,
    Remind,
}

pub async fn round(app: App) -> anyhow::Result<()> {
    for due in [Due::Expire, Due::Clash, Due::Default, Due::Remind, Due::Begin] {
        for match_id in due.matches(&app).await? {
            // A failed match must not block the rest.
            if let Err(problem) = due.act(&app, match_id).await {
                tracing::warn!(match_id, ?due, %problem, "what is due of a match was not done and will be tried again");
            }
        }
    }
    Ok(())
}

impl Due {
    async fn matches(self, app: &App) -> sqlx::Result<Vec<i64>> {
        let now = app.now();
        match self {
            Self::Expire => {
                sqlx::query_scalar!(
                    "select match_id from esports.match_proposals where state = 'open' and expires_at <= $1 order by expires_at, id limit $2",
                    now,
                    BATCH
                )
                .fetch_all(&app.db)
                .await
            }
            Self::Clash => {
                sqlx::query_scalar!(
                    "select m.id from esports.matches m join esports.match_rooms r on r.match_id = m.id and r.free_with < r.begun_with
                     join esports.tournaments t on t.id = m.tournament_id
                     where m.state = 'scheduled' and m.time_source in ('promoter', 'round') and t.cancelled_at is null and t.finished_at is null
                     order by m.scheduled_at, m.id limit $1",
                    BATCH
                )
                .fetch_all(&app.db)
                .await
            }
            // Skip matches whose players are busy then, so that they do not come up in each run.
            Self::Default => {
                sqlx::query_scalar!(
                    r#"select m.id from esports.match_rounds w join esports.tournaments t on t.id = w.tournament_id
                       join esports.esport_games g on g.id = t.game_id
                       join esports.matches m on m.tournament_id = w.tournament_id and m.stage = w.stage and m.part = w.part and m.round = w.round
                       where w.default_at >= $1 and w.default_at <= $2 and m.state = 'ready' and m.scheduled_at is null and not m.extra
                         and t.cancelled_at is null and t.finished_at is null
                         and not exists (
                           select from (
                             select p.entrant_id, q.entrant_id as other from esports.entrant_players p
                               join esports.entrant_players q on q.user_id = p.user_id and q.active and q.left_at is null
                               where p.entrant_id in (m.home_id, m.away_id) and p.active and p.left_at is null
                             union select e.id, q.id from esports.entrants e join esports.entrants q on q.team_id = e.team_id where e.id in (m.home_id, m.away_id)
                             union select id, id from esports.entrants where id in (m.home_id, m.away_id)) o
                           join esports.matches b on o.other in (b.home_id, b.away_id) and b.id <> m.id
                           join esports.tournaments u on u.id = b.tournament_id and u.cancelled_at is null and u.finished_at is null
                           where b.holds_time and b.ends_at > w.default_at
                             and b.scheduled_at < w.default_at + make_interval(mins => m.best_of * g.game_minutes))
                       order by w.default_at, m.id limit $3"#,
                    now + AHEAD,
                    now + SETTLE,
                    BATCH
                )
                .fetch_all(&app.db)
                .await
            }
            Self::Begin => {
                sqlx::query_scalar!(
                    "select m.id from esports.matches m join esports.tournaments t on t.id = m.tournament_id
                     where m.state = 'scheduled' and m.scheduled_at <= $1 and t.cancelled_at is null and t.finished_at is null
                     order by m.scheduled_at, m.id limit $2",
                    now,
                    BATCH
                )
                .fetch_all(&app.db)
                .await
            }
            Self::Remind => {
                sqlx::query_scalar!(
                    "select m.id from esports.matches m join esports.tournaments t on t.id = m.tournament_id
                     where m.state = 'scheduled' and m.scheduled_at > $1 and m.scheduled_at <= $2
                       and m.reminded_for is distinct from m.scheduled_at and t.cancelled_at is null and t.finished_at is null
                     order by m.scheduled_at, m.id limit $3",
                    now,
                    now + REMIND,
                    BATCH
                )
                .fetch_all(&app.db)
                .await
            }
        }
    }

    async fn act(self, app: &App, match_id: i64) -> Result<(), Problem> {
        match self {
            Self::Expire => expire(app, match_id).await,
            Self::Clash => clash(app, match_id).await,
            Self::Default => settle(app, match_id).await,
            Self::Begin => begin(app, match_id).await,
            Self::Remind => remind(app, match_id).await,
        }
    }
}

async fn expire(app: &App, match_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let mut room = Room::lock(&mut change, match_id).await?;
    expired(&mut change, &mut room).await?;
    change.commit().await
}

/// Ends a proposal whose deadline has passed, and notifies both sides.
pub async fn expired(change: &mut Change, room: &mut Room) -> Result<(), Problem> {
    let now = change.now();
    let expired = sqlx::query!(
        "update esports.match_proposals set state = 'expired', answered_at = $2 where match_id = $1 and state = 'open' and expires_at <= $2
         returning id, at",
        room.match_id,
        now
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(expired) = expired else { return Ok(()) };
    inbox::proposals_ended(change, &[expired.id]).await?;
    let data = json!({"proposalId": expired.id, "at": expired.at});
    room.step(change, Step { kind: StepKind::TimeExpired, author_id: None, side: None, data }).await?;
    if room.over.is_none() {
        tell_times::expired(change, room, expired.at).await?;
    }
    Ok(())
}

/// Drops a match's time if one of its sides, known only now, plays another match then. Staff set another time.
async fn clash(app: &App, match_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let mut room = Room::lock_match(&mut change, match_id).await?;
    let (Some(from), Some(to), MatchState::Scheduled) = (room.scheduled_at, room.ends_at, room.state) else { return Ok(()) };
    if room.over.is_some() {
        return Ok(());
    }
    busy::hold(&mut change, &[match_id]).await?;
    busy::checked(&mut change, match_id).await?;
    if busy::busy(change.conn(), match_id, Span { from, to }).await?.is_empty() {
        return change.commit().await;
    }
    let was = room.state;
    (room.state, room.scheduled_at, room.ends_at, room.time_source) = (MatchState::Ready, None, None, None);
    room.save(&mut change).await?;
    let now = room.changed(&mut change).await?;
    MatchStuck::emit(&mut change, &[(was, &now)]).await?;
    tell_times::fell(&mut change, &room, from).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, room.tournament_id);
    Ok(())
}

/// Applies the round's default time to a match without an agreed time.
async fn settle(app: &App, match_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let mut room = Room::lock_match(&mut change, match_id).await?;
    if room.over.is_some() || room.state != MatchState::Ready || room.scheduled_at.is_some() {
        return Ok(());
    }
    let at = sqlx::query_scalar!(
        "select w.default_at from esports.match_rounds w join esports.matches m on m.tournament_id = w.tournament_id and m.stage = w.stage
           and m.part = w.part and m.round = w.round where m.id = $1 and not m.extra",
        match_id
    )
    .fetch_optional(change.conn())
    .await?;
    let now = change.now();
    let Some(at) = at.filter(|at| *at >= now + AHEAD && *at <= now + SETTLE) else { return Ok(()) };
    busy::hold(&mut change, &[match_id]).await?;
    let span = Span { from: at, to: at + length(&room) };
    if !busy::busy(change.conn(), match_id, span).await?.is_empty() {
        return Ok(());
    }
    fix(&mut room, span, TimeSource::Round);
    room.save(&mut change).await?;
    busy::checked(&mut change, match_id).await?;
    let step = Step { kind: StepKind::TimeDefault, author_id: None, side: None, data: json!({"at": at}) };
    room.step(&mut change, step).await?;
    tell_times::fixed(&mut change, match_id, at, TimeNotice::Default).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, room.tournament_id);
    Ok(())
}

/// Begins a match, and ends open proposals. The thread has no step for it, since the room's state shows it.
async fn begin(app: &App, match_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let mut room = Room::lock_match(&mut change, match_id).await?;
    let now = change.now();
    if room.over.is_some() || room.state != MatchState::Scheduled || room.scheduled_at.is_none_or(|at| at > now) {
        return Ok(());
    }
    end_proposals(&mut change, &[match_id], ProposalState::Expired).await?;
    room.state = MatchState::Playing;
    room.save(&mut change).await?;
    room.changed(&mut change).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, room.tournament_id);
    Ok(())
}

/// Sends the reminder of a match, once for each start time.
async fn remind(app: &App, match_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let at = sqlx::query_scalar!(
        r#"update esports.matches set reminded_for = scheduled_at
           where id = $1 and state = 'scheduled' and scheduled_at > $2 and scheduled_at <= $3 and reminded_for is distinct from scheduled_at
           returning scheduled_at as "at!""#,
        match_id,
        now,
        now + REMIND
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(at) = at else { return Ok(()) };
    tell_times::fixed(&mut change, match_id, at, TimeNotice::Soon).await?;
    change.commit().await
}
