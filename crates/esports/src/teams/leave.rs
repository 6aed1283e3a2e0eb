//! Leaving a team: at once, with the captain's approval, after a waiting time, or by removal.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::team::{self, Leave, Leaver};

use super::live::TeamChange;
use super::person::{LockedTeam, acting_captain, lock_team_as, others};
use super::shapes::Leaving;
use super::tell::{self, Letters, TeamNotice};
use super::{members, rosters};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

struct MemberRow {
    name: String,
    captain: bool,
    leave_requested_at: Option<DateTime<Utc>>,
}

async fn member(change: &mut Change, team_id: i64, user_id: i64) -> Result<Option<MemberRow>, Problem> {
    Ok(sqlx::query_as!(
        MemberRow,
        r#"select u.display_name as name, m.role = 'captain' as "captain!", m.leave_requested_at
           from esports.team_members m join people.users u on u.id = m.user_id where m.team_id = $1 and m.user_id = $2"#,
        team_id,
        user_id
    )
    .fetch_optional(change.conn())
    .await?)
}

/// Returns the time after which a request to leave is granted without an answer.
pub fn wait(app: &App) -> TimeDelta {
    TimeDelta::hours(app.settings.team_leave_hours.into())
}

/// Asks to leave. A user who is not in the team gets the same answer, so that the request can be repeated.
///
/// # Errors
/// 409 `team_captain_leaving`, `team_in_tournament`.
pub async fn ask(app: &App, user_id: i64, team_id: i64) -> Result<Leaving, Problem> {
    const GONE: Leaving = Leaving { left: true, leaves_at: None };
    let mine = sqlx::query_scalar!("select team_id from esports.team_members where user_id = $1", user_id)
        .fetch_optional(&app.db)
        .await?;
    if mine != Some(team_id) {
        return Ok(GONE);
    }
    let (mut change, team) = rosters::begin(app, team_id, user_id).await?;
    let Some(own) = member(&mut change, team_id, user_id).await? else { return Ok(GONE) };
    let leaver = Leaver {
        captain: own.captain,
        last: others(change.conn(), team_id, &[user_id]).await?.is_empty(),
        plays: rosters::plays(change.conn(), team_id, user_id).await?,
    };
    let mut letters = Letters::default();
    let leaving = match team::leave(leaver) {
        Leave::PromoteFirst => return Err(codes::team_captain_leaving.into()),
        Leave::Disband => {
            members::disband_locked(&mut change, &team, user_id, &mut letters).await?;
            GONE
        }
        Leave::AtOnce => {
            letters.add(others(change.conn(), team_id, &[user_id]).await?, TeamNotice::Left { person: &own.name });
            remove(&mut change, &team, (user_id, user_id), &own.name, &mut letters).await?;
            GONE
        }
        Leave::Ask => {
            let asked = own.leave_requested_at.unwrap_or(change.now());
            if own.leave_requested_at.is_none() {
                mark(&mut change, team_id, user_id, Some(asked)).await?;
                let captain = acting_captain(change.conn(), team_id).await?.filter(|captain| *captain != user_id);
                letters.add(captain, TeamNotice::LeaveRequested { person: &own.name, hours: app.settings.team_leave_hours });
                tell::live(&mut change, team_id, TeamChange::Leaving, &[user_id])?;
            }
            Leaving { left: false, leaves_at: Some(asked + wait(app)) }
        }
    };
    letters.send(&mut change).await?;
    change.commit().await?;
    Ok(leaving)
}

async fn mark(change: &mut Change, team_id: i64, user_id: i64, at: Option<DateTime<Utc>>) -> Result<u64, Problem> {
    let marked = sqlx::query!(
        "update esports.team_members set leave_requested_at = $3 where team_id = $1 and user_id = $2 and leave_requested_at is distinct from $3",
        team_id,
        user_id,
        at
    )
    .execute(change.conn())
    .await?;
    Ok(marked.rows_affected())
}

/// Withdraws a request to leave; has no effect without one.
pub async fn stay(app: &App, user_id: i64, team_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    super::person::lock_team(&mut change, team_id).await?;
    if mark(&mut change, team_id, user_id, None).await? == 1 {
        let own = member(&mut change, team_id, user_id).await?.ok_or(codes::team_not_found)?;
        let captain = acting_captain(change.conn(), team_id).await?.filter(|captain| *captain != user_id);
        let mut letters = Letters::default();
        letters.add(captain, TeamNotice::LeaveTakenBack { person: &own.name });
        tell::live(&mut change, team_id, TeamChange::Leaving, &[user_id])?;
        letters.send(&mut change).await?;
    }
    change.commit().await
}

/// # Errors
/// 404 `team_member_not_found`, 409 `team_self`, `team_leave_not_requested`.
pub async fn approve(app: &App, actor: i64, team_id: i64, user_id: i64) -> Result<(), Problem> {
    if actor == user_id {
        return Err(codes::team_self.into());
    }
    let (mut change, team) = rosters::begin(app, team_id, user_id).await?;
    lock_team_as(&mut change, team_id, actor).await?;
    let leaver = member(&mut change, team_id, user_id).await?.ok_or(codes::team_member_not_found)?;
    if leaver.leave_requested_at.is_none() {
        return Err(codes::team_leave_not_requested.into());
    }
    let_go(change, &team, user_id, &leaver.name, Some(actor)).await
}

/// Lets a member go who asked before that moment, and still wants to leave.
pub async fn fulfil(app: &App, team_id: i64, user_id: i64, asked_before: DateTime<Utc>) -> Result<(), Problem> {
    let (mut change, team) = rosters::begin(app, team_id, user_id).await?;
    let leaver = member(&mut change, team_id, user_id).await?;
    match leaver.filter(|leaver| !leaver.captain && leaver.leave_requested_at.is_some_and(|asked| asked <= asked_before)) {
        Some(leaver) => let_go(change, &team, user_id, &leaver.name, None).await,
        None => Ok(()),
    }
}

async fn let_go(mut change: Change, team: &LockedTeam, user_id: i64, name: &str, by: Option<i64>) -> Result<(), Problem> {
    let mut letters = Letters::default();
    letters.add([user_id], TeamNotice::LeaveDone { team: &team.name });
    let told: Vec<i64> = by.into_iter().chain([user_id]).collect();
    letters.add(others(change.conn(), team.id, &told).await?, TeamNotice::Left { person: name });
    remove(&mut change, team, (user_id, by.unwrap_or(user_id)), name, &mut letters).await?;
    letters.send(&mut change).await?;
    change.commit().await
}

/// Removes a member. Has no effect when they have already left.
///
/// # Errors
/// 409 `team_self`, `team_captain_only` when it is the captain.
pub async fn kick_out(app: &App, actor: i64, team_id: i64, user_id: i64) -> Result<(), Problem> {
    if actor == user_id {
        return Err(codes::team_self.into());
    }
    let (mut change, team) = rosters::begin(app, team_id, user_id).await?;
    lock_team_as(&mut change, team_id, actor).await?;
    let Some(gone) = member(&mut change, team_id, user_id).await? else { return Ok(()) };
    if gone.captain {
        return Err(codes::team_captain_only.into());
    }
    let mut letters = Letters::default();
    letters.add([user_id], TeamNotice::KickedOut { team: &team.name });
    letters.add(others(change.conn(), team_id, &[actor, user_id]).await?, TeamNotice::PersonKickedOut { person: &gone.name });
    remove(&mut change, &team, (user_id, actor), &gone.name, &mut letters).await?;
    letters.send(&mut change).await?;
    change.commit().await
}

/// Removes a member from the team, its open rosters and its live events, on behalf of the actor.
async fn remove(
    change: &mut Change,
    team: &LockedTeam,
    (user_id, actor_id): (i64, i64),
    name: &str,
    letters: &mut Letters,
) -> Result<(), Problem> {
    rosters::leave(change, team.id, (user_id, actor_id), name, letters).await?;
    sqlx::query!("delete from esports.team_members where team_id = $1 and user_id = $2", team.id, user_id)
        .execute(change.conn())
        .await?;
    change.end_grants([user_id])?;
    tell::live(change, team.id, TeamChange::Left, &[user_id])
}
