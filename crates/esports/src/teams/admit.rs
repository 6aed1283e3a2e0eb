//! Admission of a member.

use super::live::TeamChange;
use super::person::{LockedPerson, LockedTeam, acting_captain, others};
use super::tell::{self, Letters, TeamNotice};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// The side that asks, which determines the wording of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    Oneself,
    Captain,
}

/// Checks that this person may join this team; both are locked.
///
/// # Errors
/// 409 `team_already_joined` or `team_person_taken`, `team_person_suspended`, `team_person_unready`, `team_full`, `team_own_tournament`.
pub async fn check(change: &mut Change, team: &LockedTeam, person: &LockedPerson, asking: Asking) -> Result<(), Problem> {
    if person.team_id.is_some() {
        let code = if asking == Asking::Oneself { codes::team_already_joined } else { codes::team_person_taken };
        return Err(code.into());
    }
    if person.suspended {
        return Err(codes::team_person_suspended.into());
    }
    if !person.ready {
        return Err(codes::team_person_unready.into());
    }
    let limit = change.app().settings.team_members_most;
    let members = sqlx::query_scalar!(r#"select count(*) as "count!" from esports.team_members where team_id = $1"#, team.id)
        .fetch_one(change.conn())
        .await?;
    if members >= i64::from(limit) {
        return Err(Problem::new(codes::team_full).param("limit", limit));
    }
    let own = sqlx::query_as!(
        Text,
        r#"select coalesce(nullif(t.name_th, ''), t.name_en) as "th!", coalesce(nullif(t.name_en, ''), t.name_th) as "en!" from esports.entrants e join esports.tournaments t on t.id = e.tournament_id
           where e.team_id = $1 and e.active
             and t.finished_at is null and t.cancelled_at is null
             and (t.promoter_id = $2 or exists (select from esports.tournament_staff s where s.tournament_id = t.id and s.user_id = $2))
           limit 1"#,
        team.id,
        person.id
    )
    .fetch_optional(change.conn())
    .await?;
    match own {
        Some(tournament) => Err(Problem::new(codes::team_own_tournament).param("tournament", serde_json::to_value(tournament)?)),
        None => Ok(()),
    }
}

/// Makes a person who passed [`check`] a member, ends their other offers, and notifies everybody concerned.
pub async fn admit(change: &mut Change, team: &LockedTeam, person: &LockedPerson, letters: &mut Letters) -> Result<(), Problem> {
    let now = change.now();
    let told = others(change.conn(), team.id, &[]).await?;
    sqlx::query!(
        "insert into esports.team_members (user_id, team_id, role, joined_at) values ($1, $2, 'member', $3)",
        person.id,
        team.id,
        now
    )
    .execute(change.conn())
    .await?;
    letters.add(told, TeamNotice::Joined { person: &person.name });
    tell::live(change, team.id, TeamChange::Joined, &[person.id])?;
    end_offers(change, person, letters).await
}

/// Ends the pending offers of a person who now has a team.
pub async fn end_offers(change: &mut Change, person: &LockedPerson, letters: &mut Letters) -> Result<(), Problem> {
    let now = change.now();
    let teams = sqlx::query_scalar!(
        "update esports.membership_offers set status = 'cancelled', decided_at = $2 where user_id = $1 and status = 'pending' returning team_id",
        person.id,
        now
    )
    .fetch_all(change.conn())
    .await?;
    for team_id in teams {
        let captain = acting_captain(change.conn(), team_id).await?;
        letters.add(captain, TeamNotice::OfferEnded { person: &person.name });
        tell::live(change, team_id, TeamChange::Offers, &[person.id])?;
    }
    Ok(())
}
