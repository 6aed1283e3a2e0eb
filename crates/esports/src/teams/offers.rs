//! Invitations and requests: made, answered, withdrawn. An invitation and a request of the same person become a membership at once.

use chrono::TimeDelta;
use manao_domain::team::{self, Answer, OfferKind, OfferStatus, Side};

use super::admit::{self, Asking};
use super::live::TeamChange;
use super::person::{LockedPerson, LockedTeam, acting_captain, lock_people, lock_person, lock_team, lock_team_as};
use super::shapes::{Join, JoinStatus, Offer};
use super::store_offers;
use super::tell::{self, Letters, TeamNotice};
use manao_kernel::access::Role;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::limits;
use manao_kernel::problem::{Code, Problem, codes};

/// Most pending invitations of one team; `REQUESTS` limits those of one person.
const INVITATIONS: i64 = 50;
pub(crate) const REQUESTS: i64 = 5;
/// Most offers of a kind between a team and a person in a day; a declined one is not repeated within it.
const A_DAY: i64 = 3;

/// The outcome of inviting one person.
#[derive(Clone, Debug)]
pub struct Invited {
    pub user_id: i64,
    pub outcome: Result<InviteStatus, Problem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InviteStatus {
    Invited,
    /// They had asked to join
    Joined,
}

/// Invites people to a team; `actor` must act for it. A person who cannot be invited does not block the rest.
///
/// # Errors
/// 404 `team_not_found`, 409 `team_disbanded`, 422 at `userIds` for more people than a team has, 429.
pub async fn invite(app: &App, actor: i64, team_id: i64, user_ids: &[i64]) -> Result<Vec<Invited>, Problem> {
    if user_ids.len() > app.settings.team_members_most as usize {
        return Err(Problem::invalid("userIds", codes::field_invalid));
    }
    for _ in user_ids {
        app.limit(limits::OFFER_MEMBERSHIP, actor)?;
    }
    let mut change = app.change().await?;
    let team = lock_team_as(&mut change, team_id, actor).await?;
    let mut letters = Letters::default();
    let invited = invite_all(&mut change, &team, actor, user_ids, &mut letters).await?;
    letters.send(&mut change).await?;
    change.commit().await?;
    Ok(invited)
}

/// Does the same in a change that has locked the team.
pub async fn invite_all(
    change: &mut Change,
    team: &LockedTeam,
    actor: i64,
    user_ids: &[i64],
    letters: &mut Letters,
) -> Result<Vec<Invited>, Problem> {
    let people = lock_people(change, user_ids).await?;
    let mut invited: Vec<Invited> = Vec::with_capacity(user_ids.len());
    for user_id in user_ids {
        if invited.iter().any(|one| one.user_id == *user_id) {
            continue;
        }
        let outcome = match people.iter().find(|person| person.id == *user_id) {
            Some(person) => invite_one(change, team, actor, person, letters).await,
            None => Err(codes::user_not_found.into()),
        };
        // Only a refusal before anything was written lets the others go on.
        match outcome {
            Err(problem) if problem.code().status >= 500 => return Err(problem),
            outcome => invited.push(Invited { user_id: *user_id, outcome }),
        }
    }
    Ok(invited)
}

async fn invite_one(
    change: &mut Change,
    team: &LockedTeam,
    actor: i64,
    person: &LockedPerson,
    letters: &mut Letters,
) -> Result<InviteStatus, Problem> {
    if person.id == actor {
        return Err(codes::team_self.into());
    }
    admit::check(change, team, person, Asking::Captain).await?;
    match waiting(change, team.id, person.id).await? {
        Some((_, OfferKind::Invitation)) => Ok(InviteStatus::Invited),
        Some((id, OfferKind::Request)) => {
            conclude(change, id, OfferStatus::Accepted).await?;
            letters.add([person.id], TeamNotice::RequestAccepted { team: &team.name });
            admit::admit(change, team, person, letters).await?;
            Ok(InviteStatus::Joined)
        }
        None => {
            let own = sqlx::query_scalar!(
                r#"select count(*) as "count!" from esports.membership_offers where team_id = $1 and kind = 'invitation' and status = 'pending'"#,
                team.id
            )
            .fetch_one(change.conn())
            .await?;
            if own >= INVITATIONS {
                return Err(Problem::new(codes::offers_limit).param("limit", INVITATIONS));
            }
            let offer = make(change, team.id, person.id, OfferKind::Invitation, actor).await?;
            letters.add([person.id], TeamNotice::Invited { team: &team.name, offer });
            tell::live(change, team.id, TeamChange::Offers, &[person.id])?;
            Ok(InviteStatus::Invited)
        }
    }
}

/// Asks to join a team. A repeated request gets the same answer.
///
/// # Errors
/// The errors of `join-team`.
pub async fn request(app: &App, user_id: i64, team_id: i64) -> Result<Join, Problem> {
    let mut change = app.change().await?;
    let team = lock_team(&mut change, team_id).await?;
    let person = lock_person(&mut change, user_id).await?;
    admit::check(&mut change, &team, &person, Asking::Oneself).await?;
    let mut letters = Letters::default();
    let (status, id) = match waiting(&mut change, team_id, user_id).await? {
        Some((id, OfferKind::Request)) => (JoinStatus::Requested, id),
        Some((id, OfferKind::Invitation)) => {
            conclude(&mut change, id, OfferStatus::Accepted).await?;
            admit::admit(&mut change, &team, &person, &mut letters).await?;
            (JoinStatus::Joined, id)
        }
        None => {
            let own = sqlx::query_scalar!(
                r#"select count(*) as "count!" from esports.membership_offers where user_id = $1 and kind = 'request' and status = 'pending'"#,
                user_id
            )
            .fetch_one(change.conn())
            .await?;
            if own >= REQUESTS {
                return Err(Problem::new(codes::offers_limit).param("limit", REQUESTS));
            }
            let id = make(&mut change, team_id, user_id, OfferKind::Request, user_id).await?;
            let captain = acting_captain(change.conn(), team_id).await?;
            letters.add(captain, TeamNotice::Requested { person: &person.name, offer: id });
            tell::live(&mut change, team_id, TeamChange::Offers, &[user_id])?;
            (JoinStatus::Requested, id)
        }
    };
    letters.send(&mut change).await?;
    let offer = store_offers::one(change.conn(), id).await?;
    change.commit().await?;
    Ok(Join { status, offer: Some(offer) })
}

/// Returns the pending offer between a team and a person; both are locked.
async fn waiting(change: &mut Change, team_id: i64, user_id: i64) -> Result<Option<(i64, OfferKind)>, Problem> {
    let now = change.now();
    let row = sqlx::query!(
        r#"select id, kind as "kind: OfferKind", expires_at <= $3 as "over!" from esports.membership_offers
           where team_id = $1 and user_id = $2 and status = 'pending' for no key update"#,
        team_id,
        user_id,
        now
    )
    .fetch_optional(change.conn())
    .await?;
    match row {
        // Expired, but the scheduler has not handled it yet.
        Some(row) if row.over => {
            conclude(change, row.id, OfferStatus::Expired).await?;
            Ok(None)
        }
        row => Ok(row.map(|row| (row.id, row.kind))),
    }
}

async fn make(change: &mut Change, team_id: i64, user_id: i64, kind: OfferKind, by: i64) -> Result<i64, Problem> {
    let now = change.now();
    let again = sqlx::query_scalar!(
        r#"select count(*) >= $5 or coalesce(bool_or(status = 'declined'), false) as "again!" from esports.membership_offers
           where team_id = $1 and user_id = $2 and kind = $3 and created_at > $4"#,
        team_id,
        user_id,
        kind.as_str(),
        now - TimeDelta::days(1),
        A_DAY
    )
    .fetch_one(change.conn())
    .await?;
    if again {
        return Err(codes::offer_too_soon.into());
    }
    let expires = now + TimeDelta::days(change.app().settings.membership_offer_days.into());
    let id = sqlx::query_scalar!(
        "insert into esports.membership_offers (team_id, user_id, kind, created_by, created_at, expires_at) values ($1, $2, $3, $4, $5, $6) returning id",
        team_id,
        user_id,
        kind.as_str(),
        by,
        now,
        expires
    )
    .fetch_one(change.conn())
    .await?;
    Ok(id)
}

async fn conclude(change: &mut Change, id: i64, status: OfferStatus) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!("update esports.membership_offers set status = $2, decided_at = $3 where id = $1", id, status.as_str(), now)
        .execute(change.conn())
        .await?;
    Ok(())
}

/// # Errors
/// The errors of `accept-request`.
pub async fn accept(app: &App, user_id: i64, role: Role, id: i64) -> Result<Offer, Problem> {
    answer(app, user_id, role, id, Answer::Accept).await
}

/// # Errors
/// The errors of `decline-request`.
pub async fn decline(app: &App, user_id: i64, role: Role, id: i64) -> Result<Offer, Problem> {
    answer(app, user_id, role, id, Answer::Decline).await
}

/// # Errors
/// The errors of `cancel-team`.
pub async fn cancel(app: &App, user_id: i64, role: Role, id: i64) -> Result<Offer, Problem> {
    answer(app, user_id, role, id, Answer::Cancel).await
}

/// Answers an offer in any way. Locks the team, the person and the offer, in this order.
async fn answer(app: &App, actor: i64, role: Role, id: i64, answer: Answer) -> Result<Offer, Problem> {
    let named = store_offers::one(&app.db, id).await?;
    let (team_id, user_id) = (named.team.id, named.user.user_id);
    let side = if role == Role::Captain { Side::Team } else { Side::Person };
    let mut change = app.change().await?;
    let team = match side {
        Side::Team => lock_team_as(&mut change, team_id, actor).await.map_err(as_offer)?,
        Side::Person => lock_team(&mut change, team_id).await?,
    };
    let person = lock_person(&mut change, user_id).await?;
    let row = sqlx::query!(
        r#"select kind as "kind: OfferKind", status as "status: OfferStatus", expires_at from esports.membership_offers where id = $1 for no key update"#,
        id
    )
    .fetch_one(change.conn())
    .await?;
    let lapsed = row.status == OfferStatus::Pending && row.expires_at <= change.now();
    let found = if lapsed { OfferStatus::Expired } else { row.status };
    let becomes = match team::answered(row.kind, found, side, answer) {
        // Accepting one of several offers: the others ended with it, and the person's current team counts.
        Err(_) if answer == Answer::Accept && side == Side::Person && person.team_id.is_some() => {
            return Err(codes::team_already_joined.into());
        }
        Err(_) if answer == Answer::Accept && side == Side::Team && person.team_id.is_some_and(|of| of != team_id) => {
            return Err(codes::team_person_taken.into());
        }
        becomes => becomes.map_err(Code::from)?,
    };
    if becomes == found {
        return Ok(named);
    }
    let mut letters = Letters::default();
    if becomes == OfferStatus::Accepted {
        let asking = if side == Side::Team { Asking::Captain } else { Asking::Oneself };
        admit::check(&mut change, &team, &person, asking).await?;
        conclude(&mut change, id, becomes).await?;
        if side == Side::Team {
            letters.add([user_id], TeamNotice::RequestAccepted { team: &team.name });
        }
        admit::admit(&mut change, &team, &person, &mut letters).await?;
    } else {
        conclude(&mut change, id, becomes).await?;
        let captain = acting_captain(change.conn(), team_id).await?;
        match (answer, side) {
            (Answer::Decline, Side::Person) => letters.add(captain, TeamNotice::InvitationDeclined { person: &person.name }),
            (Answer::Decline, Side::Team) => letters.add([user_id], TeamNotice::RequestDeclined { team: &team.name }),
            (_, Side::Person) => letters.add(captain, TeamNotice::RequestCancelled { person: &person.name }),
            (_, Side::Team) => letters.add([user_id], TeamNotice::InvitationCancelled { team: &team.name }),
        }
        tell::live(&mut change, team_id, TeamChange::Offers, &[user_id])?;
    }
    letters.send(&mut change).await?;
    let offer = store_offers::one(change.conn(), id).await?;
    change.commit().await?;
    Ok(offer)
}

/// Turns a missing team into a missing offer, for a user who no longer acts for the team.
fn as_offer(problem: Problem) -> Problem {
    if problem.code() == codes::team_not_found { codes::offer_not_found.into() } else { problem }
}
