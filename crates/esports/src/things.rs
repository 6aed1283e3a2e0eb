//! Rights in esports: over teams, offers of membership, tournaments, entrants and their evidence.
//!
//! A suspended user has no rights. A team is then led by its acting captain, a tournament by its co-promoters.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::tournament::StaffRole;
use sqlx::PgConnection;
use uuid::Uuid;

use manao_kernel::access::Member;
use manao_kernel::access::rights::{Role, Thing};
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;
use manao_people::things::DocumentRecipient;

/// Time after a tournament in which its staff may view the evidence (docs/SECURITY.md).
pub const EVIDENCE_KEPT: TimeDelta = TimeDelta::days(90);

/// A team.
pub static TEAM: Thing = Thing {
    name: "Team",
    not_found: codes::team_not_found,
    find_role: |app, conn, member, name| Box::pin(over_team(conn, member, id(name), app.now())),
};

/// A pending invitation to a team, or a request to join one.
pub static MEMBERSHIP_OFFER: Thing = Thing {
    name: "MembershipOffer",
    not_found: codes::offer_not_found,
    find_role: |_, conn, member, name| Box::pin(over_offer(conn, member, id(name))),
};

/// A tournament.
pub static TOURNAMENT: Thing = Thing {
    name: "Tournament",
    not_found: codes::tournament_not_found,
    find_role: |_, conn, member, name| Box::pin(over_tournament(conn, member, id(name))),
};

/// A team's or a person's entry in a tournament.
pub static ENTRANT: Thing = Thing {
    name: "Entrant",
    not_found: codes::entrant_not_found,
    find_role: |_, conn, member, name| Box::pin(over_entrant(conn, member, id(name))),
};

/// A match of a tournament's bracket.
pub static MATCH: Thing = Thing {
    name: "Match",
    not_found: codes::match_not_found,
    find_role: |_, conn, member, name| Box::pin(over_match(conn, member, id(name))),
};

/// A time proposed for a match.
pub static MATCH_PROPOSAL: Thing = Thing {
    name: "MatchProposal",
    not_found: codes::proposal_not_found,
    find_role: |_, conn, member, name| Box::pin(over_proposal(conn, member, id(name))),
};

/// The thread of a match, or of an entrant with staff.
pub static THREAD: Thing = Thing {
    name: "Thread",
    not_found: codes::thread_not_found,
    find_role: |_, conn, member, name| Box::pin(over_thread(conn, member, id(name))),
};

/// A message in a thread.
pub static MESSAGE: Thing = Thing {
    name: "Message",
    not_found: codes::message_not_found,
    find_role: |_, conn, member, name| Box::pin(over_message(conn, member, id(name))),
};

/// Parses an id; a text that is not a number matches nothing.
fn id(name: &str) -> Option<i64> {
    name.parse().ok()
}

/// Staff who decide about a tournament.
pub const RUN: &[Role] = &[Role::Promoter, Role::CoPromoter];
/// All staff of a tournament, including assistants.
pub const STAFF: &[Role] = &[Role::Promoter, Role::CoPromoter, Role::Assistant];
/// The captain, and the staff who decide.
pub const CAPTAIN_OR_LEADS: &[Role] = &[Role::Captain, Role::Promoter, Role::CoPromoter];
/// People who may see documents of an entry, at least their own.
pub const EVIDENCE: &[Role] = &[Role::Promoter, Role::CoPromoter, Role::Captain, Role::Member];
/// Staff and players of a tournament, or of a match.
pub const CONCERNED: &[Role] = &[Role::Promoter, Role::CoPromoter, Role::Assistant, Role::Captain, Role::Member];
/// Only the captain.
pub const CAPTAIN: &[Role] = &[Role::Captain];
/// Players of a match.
pub const SIDE: &[Role] = &[Role::Captain, Role::Member];
/// People who can decide a match, by decision or report.
pub const DECIDES: &[Role] = &[Role::Promoter, Role::CoPromoter, Role::Captain, Role::Member];

/// Returns the role over a team: captain or member.
pub async fn over_team(
    conn: &mut PgConnection,
    member: &Member,
    team_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Option<Role>, Problem> {
    if member.suspended {
        return Ok(None);
    }
    let acts = sqlx::query_scalar!(
        r#"select esports.acting_captain(team_id) = user_id as "acts!" from esports.team_members where team_id = $1 and user_id = $2"#,
        team_id,
        member.user_id
    )
    .fetch_optional(&mut *conn)
    .await?;
    if let Some(acts) = acts {
        return Ok(Some(if acts { Role::Captain } else { Role::Member }));
    }
    let runs = sqlx::query_scalar!(
        r#"select t.promoter_id = $2 as "promoter!"
           from esports.entrants e join esports.tournaments t on t.id = e.tournament_id
           where e.team_id = $1 and e.listed and esports.tournament_over_at(t) > $3
             and (t.promoter_id = $2 and not exists (select from esports.promoters p where p.user_id = $2 and p.revoked_at is not null)
                  or exists (select from esports.tournament_staff s where s.tournament_id = t.id and s.user_id = $2 and s.role = 'co_promoter'))
           order by 1 desc limit 1"#,
        team_id,
        member.user_id,
        now
    )
    .fetch_optional(conn)
    .await?;
    Ok(runs.map(|promoter| if promoter { Role::Promoter } else { Role::CoPromoter }))
}

/// Returns the role over an offer: captain of its team, or the person that it is about.
async fn over_offer(conn: &mut PgConnection, member: &Member, offer_id: Option<i64>) -> Result<Option<Role>, Problem> {
    if member.suspended {
        return Ok(None);
    }
    let offer = sqlx::query!(
        r#"select user_id, kind = 'invitation' as "invitation!", esports.acting_captain(team_id) as captain from esports.membership_offers where id = $1"#,
        offer_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(offer.and_then(|offer| {
        if offer.user_id == member.user_id {
            Some(if offer.invitation { Role::Invited } else { Role::Applicant })
        } else {
            (offer.captain == Some(member.user_id)).then_some(Role::Captain)
        }
    }))
}

/// Returns the role over a match: staff of its tournament, or a player of one of its sides, by the roster or as captain. Players of other
/// matches have none.
pub async fn over_match(conn: &mut PgConnection, member: &Member, match_id: Option<i64>) -> Result<Option<Role>, Problem> {
    if member.suspended {
        return Ok(None);
    }
    let row = sqlx::query!(
        r#"select m.tournament_id,
                  (select coalesce(bool_or(case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end = $2), false)
                   from esports.entrants e where e.id in (m.home_id, m.away_id)
                   and e.active) as "captain!",
                  (select count(*) > 0 from esports.entrant_players p where p.entrant_id in (m.home_id, m.away_id) and p.user_id = $2 and p.active
                   and p.left_at is null) as "plays!"
           from esports.matches m where m.id = $1"#,
        match_id,
        member.user_id
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let over = over_tournament(conn, member, Some(row.tournament_id)).await?;
    Ok(over
        .filter(|role| matches!(role, Role::Promoter | Role::CoPromoter | Role::Assistant))
        .or_else(|| if row.captain { Some(Role::Captain) } else { row.plays.then_some(Role::Member) }))
}

/// Returns the role over the proposal's match.
async fn over_proposal(conn: &mut PgConnection, member: &Member, proposal_id: Option<i64>) -> Result<Option<Role>, Problem> {
    let match_id = sqlx::query_scalar!("select match_id from esports.match_proposals where id = $1", proposal_id)
        .fetch_optional(&mut *conn)
        .await?;
    match match_id {
        Some(_) => over_match(conn, member, match_id).await,
        None => Ok(None),
    }
}

/// Returns the role over the thread's match or entrant.
async fn over_thread(conn: &mut PgConnection, member: &Member, thread_id: Option<i64>) -> Result<Option<Role>, Problem> {
    let thread = sqlx::query!("select match_id, entrant_id from esports.threads where id = $1", thread_id)
        .fetch_optional(&mut *conn)
        .await?;
    match thread {
        Some(thread) if thread.match_id.is_some() => over_match(conn, member, thread.match_id).await,
        Some(thread) => over_entrant(conn, member, thread.entrant_id).await,
        None => Ok(None),
    }
}

/// Returns the role over the message's thread.
async fn over_message(conn: &mut PgConnection, member: &Member, message_id: Option<i64>) -> Result<Option<Role>, Problem> {
    let thread_id = sqlx::query_scalar!("select thread_id from esports.messages where id = $1", message_id)
        .fetch_optional(&mut *conn)
        .await?;
    match thread_id {
        Some(_) => over_thread(conn, member, thread_id).await,
        None => Ok(None),
    }
}

/// Returns the role over a tournament: staff or player. A promoter whose year is over may finish running tournaments; one whose right was
/// revoked may not.
pub async fn over_tournament(
    conn: &mut PgConnection,
    member: &Member,
    tournament_id: Option<i64>,
) -> Result<Option<Role>, Problem> {
    if member.suspended {
        return Ok(None);
    }
    let row = sqlx::query!(
        r#"select t.promoter_id = $2 and not exists (select from esports.promoters p where p.user_id = $2 and p.revoked_at is not null) as "promoter!",
                  (select role from esports.tournament_staff s where s.tournament_id = t.id and s.user_id = $2) as "staff: StaffRole",
                  (select case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end = $2
                   from esports.entrant_players p join esports.entrants e on e.id = p.entrant_id
                   where p.tournament_id = t.id and p.user_id = $2 and p.active) as plays,
                  exists (select from esports.entrants e join esports.team_members m on m.team_id = e.team_id
                          where e.tournament_id = t.id and m.user_id = $2 and esports.acting_captain(e.team_id) = $2
                            and e.listed) as "captain!"
           from esports.tournaments t where t.id = $1"#,
        tournament_id,
        member.user_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| {
        if row.promoter {
            return Some(Role::Promoter);
        }
        match row.staff {
            Some(StaffRole::CoPromoter) => Some(Role::CoPromoter),
            Some(StaffRole::Assistant) => Some(Role::Assistant),
            None if row.captain || row.plays == Some(true) => Some(Role::Captain),
            None => row.plays.map(|_| Role::Member),
        }
    }))
}

/// Returns the role over an entry: staff of its tournament, its captain (or single player), or its player.
async fn over_entrant(conn: &mut PgConnection, member: &Member, entrant_id: Option<i64>) -> Result<Option<Role>, Problem> {
    if member.suspended {
        return Ok(None);
    }
    let entrant = sqlx::query!(
        r#"select tournament_id, coalesce(case when team_id is null then user_id else esports.acting_captain(team_id) end = $2, false) as "captain!",
                  exists (select from esports.entrant_players p where p.entrant_id = entrants.id and p.user_id = $2 and p.left_at is null) as "plays!"
           from esports.entrants where id = $1"#,
        entrant_id,
        member.user_id
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(entrant) = entrant else { return Ok(None) };
    let over = over_tournament(conn, member, Some(entrant.tournament_id)).await?;
    Ok(over
        .filter(|role| matches!(role, Role::Promoter | Role::CoPromoter | Role::Assistant))
        .or_else(|| if entrant.captain { Some(Role::Captain) } else { entrant.plays.then_some(Role::Member) }))
}

/// Evidence: documents handed in with an entry.
pub const EVIDENCE_RECIPIENT: DocumentRecipient = DocumentRecipient {
    find_role: |app, conn, member, name| Box::pin(over_evidence(conn, member, name.parse().ok(), app.now())),
    find_purpose: |conn, document_id, viewer_id| Box::pin(evidence_of(conn, document_id, viewer_id)),
};

/// Returns the tournament that the viewer runs and that the document was handed in for; of several, the newest.
async fn evidence_of(conn: &mut PgConnection, document_id: Uuid, viewer_id: i64) -> Result<Option<Text>, Problem> {
    let tournament = sqlx::query!(
        "select t.name_th, t.name_en from esports.entrant_documents d join esports.entrants e on e.id = d.entrant_id
         join esports.tournaments t on t.id = e.tournament_id
         where d.document_id = $1 and e.status <> 'withdrawn'
           and (t.promoter_id = $2 or exists (select from esports.tournament_staff s where s.tournament_id = t.id and s.user_id = $2))
         order by d.given_at desc limit 1",
        document_id,
        viewer_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(tournament.map(|tournament| Text::new(tournament.name_th, tournament.name_en)))
}

/// Returns the role over a document: promoter or co-promoter of a tournament it was handed in for. Ends 90 days after the tournament, or
/// when the entry is withdrawn.
async fn over_evidence(
    conn: &mut PgConnection,
    member: &Member,
    document_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Option<Role>, Problem> {
    if member.suspended {
        return Ok(None);
    }
    let promoter = sqlx::query_scalar!(
        r#"select t.promoter_id = $2 as "promoter!"
           from esports.entrant_documents d join esports.entrants e on e.id = d.entrant_id join esports.tournaments t on t.id = e.tournament_id
           where d.document_id = $1 and e.status <> 'withdrawn' and esports.tournament_over_at(t) > $3
             and ((t.promoter_id = $2 and not exists (select from esports.promoters p where p.user_id = $2 and p.revoked_at is not null))
                  or exists (select from esports.tournament_staff s where s.tournament_id = t.id and s.user_id = $2 and s.role = 'co_promoter'))
           order by 1 desc limit 1"#,
        document_id,
        member.user_id,
        now - EVIDENCE_KEPT
    )
    .fetch_optional(conn)
    .await?;
    Ok(promoter.map(|promoter| if promoter { Role::Promoter } else { Role::CoPromoter }))
}
