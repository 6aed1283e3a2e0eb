//! State of the offers and proposed times that inbox messages ask about.

use futures_util::future::BoxFuture;
use manao_domain::match_time::ProposalState;
use manao_domain::team::{OfferKind, OfferStatus};
use manao_kernel::problem::Problem;
use manao_people::inbox::{Answers, InboxOffer, InboxProposal, Questions};
use sqlx::PgConnection;

/// Loads their current state, and whether the reader may answer.
pub fn load<'a>(conn: &'a mut PgConnection, questions: &'a Questions) -> BoxFuture<'a, Result<Answers, Problem>> {
    Box::pin(async move {
        let mut answers = Answers::default();
        if !questions.offers.is_empty() {
            let offers = offers(conn, questions).await?;
            answers.offers = offers.into_iter().map(|offer| (offer.id, offer)).collect();
        }
        if !questions.proposals.is_empty() {
            let proposals = proposals(conn, questions).await?;
            answers.proposals = proposals.into_iter().map(|proposal| (proposal.id, proposal)).collect();
        }
        Ok(answers)
    })
}

async fn offers(conn: &mut PgConnection, questions: &Questions) -> Result<Vec<InboxOffer>, Problem> {
    let offers = sqlx::query_as!(
        InboxOffer,
        r#"select o.id, o.kind as "kind: OfferKind",
                  case when o.status = 'pending' and o.expires_at <= $3 then 'expired' else o.status end as "status!: OfferStatus",
                  coalesce(o.status = 'pending' and o.expires_at > $3
                    and $1 = case when o.kind = 'request' then esports.acting_captain(o.team_id) else o.user_id end, false) as "may_answer!"
           from esports.membership_offers o where o.id = any($2)"#,
        questions.user_id,
        &questions.offers,
        questions.now
    )
    .fetch_all(conn)
    .await?;
    Ok(offers)
}

async fn proposals(conn: &mut PgConnection, questions: &Questions) -> Result<Vec<InboxProposal>, Problem> {
    let proposals = sqlx::query_as!(
        InboxProposal,
        r#"select p.id, p.match_id, p.at,
                  case when p.state = 'open' and p.expires_at <= $3 then 'expired' else p.state end as "state!: ProposalState",
                  coalesce(p.state = 'open' and p.expires_at > $3 and g.upcoming
                    and (g.scheduled_at is null or g.scheduled_at > $3)
                    and ($1 = case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end
                         or t.reporter = 'roster' and (select count(*) > 0 from esports.entrant_players r
                              where r.entrant_id = e.id and r.user_id = $1 and r.active and r.left_at is null)), false) as "may_answer!"
           from esports.match_proposals p join esports.matches g on g.id = p.match_id
                join esports.tournaments t on t.id = g.tournament_id
                left join esports.entrants e on e.id = case p.side when 'home' then g.away_id else g.home_id end
           where p.id = any($2)"#,
        questions.user_id,
        &questions.proposals,
        questions.now
    )
    .fetch_all(conn)
    .await?;
    Ok(proposals)
}
