//! Rights over a thing: a member's role, and the roles a call requires.
//!
//! A call that acts on somebody's thing says so in its row of [`RULES`](super::rules::RULES). The guard then finds the thing's name in the
//! path or the body, asks [`role`] and refuses before any handler runs. To a caller without the right, the thing does not exist.

use manao_domain::order_number::OrderNumber;
use manao_domain::text_enum;
use sqlx::PgConnection;
use uuid::Uuid;

use super::Member;
use crate::problem::{Code, Problem, codes};

/// A kind of thing that people have rights over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    CartItem,
    Document,
    InboxMessage,
    /// An order, by its number
    Order,
    /// An order, by the payment provider's id of a charge for it
    OrderOfCharge,
    Session,
}

text_enum! {
    /// Somebody's role over a thing.
    #[derive(utoipa::ToSchema)]
    #[schema(as = DocumentRole)]
    Role {
        Owner = "owner",
        /// Staff, not suspended
        Operator = "operator",
        Promoter = "promoter",
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
            Self::InboxMessage => codes::inbox_message_not_found,
            Self::Order | Self::OrderOfCharge => codes::order_not_found,
            Self::Session => codes::session_not_found,
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
pub async fn role(conn: &mut PgConnection, member: &Member, thing: Thing, name: &str) -> Result<Option<Role>, Problem> {
    // Anything that is not a number or UUID becomes null, which nobody owns.
    let number = || name.parse::<i64>().ok();
    let uuid = || name.parse::<Uuid>().ok();
    let owner = match thing {
        Thing::CartItem => {
            sqlx::query_scalar!("select user_id from cart_items where id = $1", number()).fetch_optional(conn).await
        }
        Thing::Document => sqlx::query_scalar!("select user_id from documents where id = $1", uuid()).fetch_optional(conn).await,
        Thing::InboxMessage => {
            sqlx::query_scalar!("select user_id from inbox_messages where id = $1", number()).fetch_optional(conn).await
        }
        Thing::Order => {
            // As people type it.
            let number = name.parse::<OrderNumber>().ok();
            sqlx::query_scalar!("select user_id from orders where number = $1", number.as_ref().map(OrderNumber::as_str))
                .fetch_optional(conn)
                .await
        }
        Thing::OrderOfCharge => {
            sqlx::query_scalar!(
                "select o.user_id from payments p join orders o on o.id = p.order_id where p.charge_id = $1",
                name
            )
            .fetch_optional(conn)
            .await
        }
        Thing::Session => sqlx::query_scalar!("select user_id from sessions where id = $1", uuid()).fetch_optional(conn).await,
    }?;
    Ok(owner.and_then(|owner| role_beside(member, owner)))
}

/// This member's role over a thing that one person owns.
fn role_beside(member: &Member, owner: i64) -> Option<Role> {
    if owner == member.user_id {
        return Some(Role::Owner);
    }
    // Suspended staff do not count as staff.
    member.clone().operator().ok().map(|_| Role::Operator)
}
