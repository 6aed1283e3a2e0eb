//! The captain of a team, and its end.

use super::live::TeamChange;
use super::person::{LockedTeam, acting_captain, lock_people, lock_team_as, others};
use super::rosters;
use super::tell::{self, Letters, TeamNotice};
use futures_util::future::BoxFuture;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_people::account::suspension::Afterwards;

/// Makes a member the captain.
///
/// # Errors
/// 404 `team_member_not_found`, 409 `team_self`, `team_captain_only`, `team_person_suspended`.
pub async fn promote(app: &App, actor: i64, team_id: i64, user_id: i64) -> Result<(), Problem> {
    if actor == user_id {
        return Err(codes::team_self.into());
    }
    let mut change = app.change().await?;
    let team = captain_in_person(&mut change, team_id, actor).await?;
    let person = lock_people(&mut change, &[user_id]).await?.pop();
    let person = person.filter(|person| person.team_id == Some(team_id)).ok_or(codes::team_member_not_found)?;
    if person.suspended {
        return Err(codes::team_person_suspended.into());
    }
    // In two statements, because a team has one captain at a time.
    sqlx::query!("update esports.team_members set role = 'member' where team_id = $1 and user_id = $2", team_id, actor)
        .execute(change.conn())
        .await?;
    sqlx::query!(
        "update esports.team_members set role = 'captain', leave_requested_at = null where team_id = $1 and user_id = $2",
        team_id,
        user_id
    )
    .execute(change.conn())
    .await?;
    let mut letters = Letters::default();
    letters.add([user_id], TeamNotice::MadeCaptain { team: &team.name });
    letters.add(others(change.conn(), team_id, &[actor, user_id]).await?, TeamNotice::OtherCaptain { person: &person.name });
    tell::live(&mut change, team_id, TeamChange::Captain, &[actor, user_id])?;
    // A former captain who is on none of its rosters has no access to its rooms.
    change.end_grants([actor])?;
    letters.send(&mut change).await?;
    change.commit().await
}

/// Disbands a team. Its name is free again; its page stays.
///
/// # Errors
/// 409 `team_captain_only`, `team_in_tournament`.
pub async fn disband(app: &App, actor: i64, team_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let team = captain_in_person(&mut change, team_id, actor).await?;
    let mut letters = Letters::default();
    disband_locked(&mut change, &team, actor, &mut letters).await?;
    letters.send(&mut change).await?;
    change.commit().await
}

/// Locks the team for its captain in person. An acting captain may not do what cannot be undone.
async fn captain_in_person(change: &mut Change, team_id: i64, actor: i64) -> Result<LockedTeam, Problem> {
    let team = lock_team_as(change, team_id, actor).await?;
    let in_person = sqlx::query_scalar!(
        r#"select role = 'captain' as "captain!" from esports.team_members where team_id = $1 and user_id = $2"#,
        team_id,
        actor
    )
    .fetch_one(change.conn())
    .await?;
    if in_person { Ok(team) } else { Err(codes::team_captain_only.into()) }
}

/// Does the same in a change that has locked the team.
///
/// # Errors
/// 409 `team_in_tournament`, with the tournament's name.
pub async fn disband_locked(change: &mut Change, team: &LockedTeam, actor: i64, letters: &mut Letters) -> Result<(), Problem> {
    let now = change.now();
    // Blocks new entries from here on: they refer to the team, and wait for the lock.
    sqlx::query!("select id from esports.teams where id = $1 for update", team.id).fetch_one(change.conn()).await?;
    if let Some(tournament) = rosters::entered(change.conn(), team.id).await? {
        return Err(Problem::new(codes::team_in_tournament).param("tournament", serde_json::to_value(tournament)?));
    }
    rosters::drop_drafts(change, team.id).await?;
    sqlx::query!("update esports.teams set disbanded_at = $2, version = version + 1 where id = $1", team.id, now)
        .execute(change.conn())
        .await?;
    let waiting = sqlx::query_scalar!(
        "update esports.membership_offers set status = 'cancelled', decided_at = $2 where team_id = $1 and status = 'pending' returning user_id",
        team.id,
        now
    )
    .fetch_all(change.conn())
    .await?;
    let members = sqlx::query_scalar!("delete from esports.team_members where team_id = $1 returning user_id", team.id)
        .fetch_all(change.conn())
        .await?;
    letters.add(members.iter().copied().filter(|member| *member != actor), TeamNotice::Disbanded { team: &team.name });
    letters.add(waiting.iter().copied(), TeamNotice::Disbanded { team: &team.name });
    let people: Vec<i64> = members.into_iter().chain(waiting).collect();
    tell::live(change, team.id, TeamChange::Disbanded, &people)?;
    change.end_grants(people)
}

/// Notifies a team's members when its acting captain changes with a suspension or restoration.
pub fn on_suspension(change: &mut Change, user_id: i64) -> BoxFuture<'_, Result<Afterwards, Problem>> {
    Box::pin(async move {
        let before = acting_beside(change, user_id).await?;
        let afterwards: Afterwards = Box::new(move |change| Box::pin(tell_acting(change, user_id, before)));
        Ok(afterwards)
    })
}

/// Returns the acting captain of this person's team.
async fn acting_beside(change: &mut Change, user_id: i64) -> Result<Option<(i64, Option<i64>)>, Problem> {
    let team_id = sqlx::query_scalar!("select team_id from esports.team_members where user_id = $1", user_id)
        .fetch_optional(change.conn())
        .await?;
    match team_id {
        Some(team_id) => Ok(Some((team_id, acting_captain(change.conn(), team_id).await?))),
        None => Ok(None),
    }
}

/// Notifies the previous and the new acting captain, if they differ.
async fn tell_acting(change: &mut Change, user_id: i64, before: Option<(i64, Option<i64>)>) -> Result<(), Problem> {
    let (Some((team_id, before)), Some((_, now))) = (before, acting_beside(change, user_id).await?) else { return Ok(()) };
    if before == now {
        return Ok(());
    }
    let name = sqlx::query_scalar!("select name from esports.teams where id = $1", team_id).fetch_one(change.conn()).await?;
    let mut letters = Letters::default();
    // The suspended user is notified elsewhere, and so is a captain who is back.
    letters.add(now.filter(|acting| *acting != user_id), TeamNotice::Acting { team: &name });
    letters.add(before.filter(|acting| *acting != user_id), TeamNotice::ActingEnded { team: &name });
    let people: Vec<i64> = before.into_iter().chain(now).collect();
    tell::live(change, team_id, TeamChange::Captain, &people)?;
    letters.send(change).await
}
