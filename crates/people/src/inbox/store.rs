//! Reads a person's messages.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use manao_domain::match_time::ProposalState;
use manao_domain::team::{OfferKind, OfferStatus};
use manao_domain::thai;

use super::live::BadgeLive;
use super::{Stream, badge};
use manao_kernel::database::one_moment;
use manao_kernel::paging::Paging;
use manao_kernel::problem::{Lang, Problem};

/// A message, in the reader's language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxMessage {
    pub id: i64,
    /// Stable word: `order_delivered`
    pub kind: String,
    pub title: String,
    pub message: String,
    /// Path of this site without the language
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// Of a message that can be answered
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<InboxOffer>,
    /// Of a message that asks for a time
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<InboxProposal>,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_at: Option<DateTime<Utc>>,
}

/// The offer that a message asks about, as it is now. It is answered by `/tournament/accept-request/{id}` and `/tournament/decline-request/{id}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxOffer {
    pub id: i64,
    pub kind: OfferKind,
    pub status: OfferStatus,
    /// It waits, and the reader is who answers it
    pub may_answer: bool,
}

/// The proposed time that a message asks about, as it is now. It is answered by `/tournament/accept-time-request/{id}` and
/// `/tournament/decline-time-request/{id}`; another time is proposed in the room of the match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxProposal {
    pub id: i64,
    pub match_id: i64,
    /// The start that is proposed
    pub at: DateTime<Utc>,
    pub state: ProposalState,
    /// It waits, and the reader may answer it for their side
    pub may_answer: bool,
}

struct Row {
    id: i64,
    kind: String,
    title: String,
    body: String,
    href: Option<String>,
    created_at: DateTime<Utc>,
    read_at: Option<DateTime<Utc>>,
    offer_id: Option<i64>,
    offer_kind: Option<OfferKind>,
    offer_status: Option<OfferStatus>,
    may_answer: Option<bool>,
    proposal_id: Option<i64>,
    match_id: Option<i64>,
    proposed_at: Option<DateTime<Utc>>,
    proposal_state: Option<ProposalState>,
    may_agree: Option<bool>,
}

impl From<Row> for InboxMessage {
    fn from(row: Row) -> Self {
        let proposal = row.proposal_id.zip(row.match_id).zip(row.proposed_at).zip(row.proposal_state);
        let offer = row.offer_id.zip(row.offer_kind).zip(row.offer_status);
        Self {
            id: row.id,
            kind: row.kind,
            title: thai::join(&row.title).into_owned(),
            message: thai::join(&row.body).into_owned(),
            href: row.href,
            offer: offer.map(|((id, kind), status)| InboxOffer { id, kind, status, may_answer: row.may_answer == Some(true) }),
            proposal: proposal.map(|(((id, match_id), at), state)| InboxProposal {
                id,
                match_id,
                at,
                state,
                may_answer: row.may_agree == Some(true),
            }),
            created_at: row.created_at,
            read_at: row.read_at,
        }
    }
}

/// A page of one stream, newest first, how many there are, and the unread counts of the same moment.
pub async fn list(
    db: &PgPool,
    user_id: i64,
    stream: Stream,
    paging: Paging,
    (now, lang): (DateTime<Utc>, Lang),
) -> Result<(Vec<InboxMessage>, i64, BadgeLive), Problem> {
    let mut tx = one_moment(db).await?;
    let rows = sqlx::query_as!(
        Row,
        r#"select m.id, m.kind, case when $3 then m.title_en else m.title_th end as "title!",
                  case when $3 then m.body_en else m.body_th end as "body!", m.href, m.created_at, m.read_at, m.offer_id,
                  o.kind as "offer_kind?: OfferKind",
                  case when o.status = 'pending' and o.expires_at <= $6 then 'expired' else o.status end as "offer_status?: OfferStatus",
                  o.status = 'pending' and o.expires_at > $6
                    and $1 = case when o.kind = 'request' then esports.acting_captain(o.team_id) else o.user_id end as "may_answer?",
                  m.proposal_id, p.match_id as "match_id?", p.at as "proposed_at?",
                  case when p.state = 'open' and p.expires_at <= $6 then 'expired' else p.state end as "proposal_state?: ProposalState",
                  p.state = 'open' and p.expires_at > $6 and g.state in ('ready', 'scheduled') and (g.scheduled_at is null or g.scheduled_at > $6)
                    and ($1 = case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end
                         or t.form->>'reporter' = 'roster' and (select count(*) > 0 from esports.entrant_players r
                              where r.entrant_id = e.id and r.user_id = $1 and r.active and r.left_at is null)) as "may_agree?"
           from people.inbox_messages m left join esports.membership_offers o on o.id = m.offer_id
                left join esports.match_proposals p on p.id = m.proposal_id
                left join esports.matches g on g.id = p.match_id
                left join esports.tournaments t on t.id = g.tournament_id
                left join esports.entrants e on e.id = case p.side when 'home' then g.away_id else g.home_id end
           where m.user_id = $1 and m.stream = $2 and m.deleted_at is null order by m.id desc limit $4 offset $5"#,
        user_id,
        stream.as_str(),
        lang == Lang::En,
        paging.limit(),
        paging.offset(),
        now
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from people.inbox_messages where user_id = $1 and stream = $2 and deleted_at is null"#,
        user_id,
        stream.as_str()
    )
    .fetch_one(&mut *tx)
    .await?;
    let badge = badge::read(&mut *tx, user_id).await?;
    tx.commit().await?;
    Ok((rows.into_iter().map(InboxMessage::from).collect(), total, badge))
}
