//! Rights over a thing: a member's role, and the roles a call requires.
//!
//! A call that acts on somebody's thing says so in its row of [`RULES`](super::rules::RULES). The guard then finds the thing's name in the
//! path or the body, asks [`role`] and refuses before any handler runs. To a caller without the right, the thing does not exist.

use chrono::{DateTime, Utc};
use manao_domain::order_number::OrderNumber;
use manao_domain::text_enum;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Member, esports};
use crate::problem::{Code, Problem, codes};

/// A kind of thing that people have rights over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    CartItem,
    Document,
    /// A team's or a person's entry in a tournament
    Entrant,
    InboxMessage,
    /// Of a tournament's bracket
    Match,
    /// A time proposed for a match
    MatchProposal,
    /// What somebody wrote in a thread
    Message,
    /// A pending invitation into a team, or a request to join one
    MembershipOffer,
    /// An order, by its number
    Order,
    /// An order, by the payment provider's id of a charge for it
    OrderOfCharge,
    Session,
    Team,
    /// Of a match, or of an entrant with those who run its tournament
    Thread,
    Tournament,
}

text_enum! {
    /// Somebody's role over a thing.
    #[derive(utoipa::ToSchema)]
    Role {
        Owner = "owner",
        /// Staff, not suspended
        Operator = "operator",
        /// Of the tournament
        Promoter = "promoter",
        /// Runs the tournament on the promoter's behalf
        CoPromoter = "co_promoter",
        /// Helps to run it; decides nothing and sees no evidence
        Assistant = "assistant",
        /// Acts for the team; of a tournament or a match, for the team that entered it or for oneself as a single player
        Captain = "captain",
        /// Of the team; of a tournament or a match, a player of an entrant
        Member = "member",
        /// Who was invited into a team
        Invited = "invited",
        /// Who asked to join a team
        Applicant = "applicant",
    }
}

/// Where a request names the thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A parameter of the path
    Path(&'static str),
    /// A field of the JSON body
    Body(&'static str),
}

/// A call's target, and who may act on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    pub thing: Thing,
    pub named: Named,
    pub roles: &'static [Role],
}

impl Thing {
    /// The refusal when it is not there, or not the caller's.
    pub fn not_found(self) -> Code {
        match self {
            Self::CartItem => codes::cart_item_not_found,
            Self::Document => codes::document_not_found,
            Self::Entrant => codes::entrant_not_found,
            Self::MembershipOffer => codes::offer_not_found,
            Self::Match => codes::match_not_found,
            Self::MatchProposal => codes::proposal_not_found,
            Self::InboxMessage => codes::inbox_message_not_found,
            Self::Message => codes::message_not_found,
            Self::Thread => codes::thread_not_found,
            Self::Order | Self::OrderOfCharge => codes::order_not_found,
            Self::Session => codes::session_not_found,
            Self::Team => codes::team_not_found,
            Self::Tournament => codes::tournament_not_found,
        }
    }
}

impl Named {
    pub fn name(self) -> &'static str {
        match self {
            Self::Path(name) | Self::Body(name) => name,
        }
    }
}

/// This member's role over the thing of that name; `None` when they have none or there is no such thing.
///
/// # Errors
/// When the database cannot be asked.
pub async fn role(
    conn: &mut PgConnection,
    member: &Member,
    thing: Thing,
    name: &str,
    now: DateTime<Utc>,
) -> Result<Option<Role>, Problem> {
    // Anything that is not a number or UUID becomes null, which nobody owns.
    let number = || name.parse::<i64>().ok();
    let uuid = || name.parse::<Uuid>().ok();
    let owner = match thing {
        Thing::CartItem => {
            sqlx::query_scalar!("select user_id from shop.cart_items where id = $1", number()).fetch_optional(conn).await
        }
        Thing::Document => return esports::over_document(conn, member, uuid(), now).await,
        Thing::Entrant => return esports::over_entrant(conn, member, number()).await,
        Thing::Match => return esports::over_match(conn, member, number()).await,
        Thing::MatchProposal => return esports::over_proposal(conn, member, number()).await,
        Thing::Message => return esports::over_message(conn, member, number()).await,
        Thing::Thread => return esports::over_thread(conn, member, number()).await,
        Thing::MembershipOffer => return esports::over_offer(conn, member, number()).await,
        Thing::Team => return esports::over_team(conn, member, number(), now).await,
        Thing::Tournament => return esports::over_tournament(conn, member, number()).await,
        Thing::InboxMessage => {
            sqlx::query_scalar!("select user_id from people.inbox_messages where id = $1", number()).fetch_optional(conn).await
        }
        Thing::Order => {
            // As people type it.
            let number = name.parse::<OrderNumber>().ok();
            sqlx::query_scalar!("select user_id from shop.orders where number = $1", number.as_ref().map(OrderNumber::as_str))
                .fetch_optional(conn)
                .await
        }
        Thing::OrderOfCharge => {
            sqlx::query_scalar!(
                "select o.user_id from shop.payments p join shop.orders o on o.id = p.order_id where p.charge_id = $1",
                name
            )
            .fetch_optional(conn)
            .await
        }
        Thing::Session => {
            sqlx::query_scalar!("select user_id from people.sessions where id = $1", uuid()).fetch_optional(conn).await
        }
    }?;
    Ok(owner.and_then(|owner| role_beside(member, owner)))
}

/// This member's role over a thing that one person owns.
pub(super) fn role_beside(member: &Member, owner: i64) -> Option<Role> {
    if owner == member.user_id {
        return Some(Role::Owner);
    }
    // Suspended staff do not count as staff.
    member.clone().operator().ok().map(|_| Role::Operator)
}
