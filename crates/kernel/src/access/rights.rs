//! Rights over a thing: a member's role, and the roles a call requires.
//!
//! A call that acts on somebody's thing declares that where it is registered ([`Feature::call`](crate::Feature::call)). The guard then finds the
//! thing's name in the path or the body, asks [`Thing::role`], and rejects before any handler runs. To a caller without the right, the thing
//! does not exist.

use futures_util::future::BoxFuture;
use manao_domain::text_enum;
use sqlx::PgConnection;

use super::Member;
use crate::app::App;
use crate::problem::{Code, Problem};

/// Finds this member's role over the thing of that name; None when they have none or there is no such thing.
pub type FindRole =
    for<'a> fn(&'a App, &'a mut PgConnection, &'a Member, &'a str) -> BoxFuture<'a, Result<Option<Role>, Problem>>;

/// A kind of thing that people have rights over; a static of the crate that owns it.
pub struct Thing {
    pub name: &'static str,
    /// Code of the answer to callers without a role over it
    pub not_found: Code,
    pub find_role: FindRole,
}

impl Thing {
    /// Returns this member's role over the thing of that name; None when they have none or there is no such thing.
    ///
    /// # Errors
    /// When the database cannot be asked.
    pub async fn role(
        &self,
        app: &App,
        conn: &mut PgConnection,
        member: &Member,
        name: impl std::fmt::Display,
    ) -> Result<Option<Role>, Problem> {
        (self.find_role)(app, conn, member, &name.to_string()).await
    }
}

impl PartialEq for Thing {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Thing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

text_enum! {
    /// A person's role over a thing.
    #[derive(utoipa::ToSchema)]
    Role {
        Owner = "owner",
        /// Staff in the console
        Staff = "staff",
        /// Promoter of the tournament
        Promoter = "promoter",
        /// Runs the tournament on the promoter's behalf
        CoPromoter = "co_promoter",
        /// Helps to run the tournament; decides nothing and sees no evidence
        Assistant = "assistant",
        /// Acts for the team. Over a tournament or a match: for the team that entered it, or for oneself as a single player
        Captain = "captain",
        /// Member of the team. Over a tournament or a match: a player of an entrant
        Member = "member",
        /// Person invited into a team
        Invited = "invited",
        /// Person who asked to join a team
        Applicant = "applicant",
    }
}

/// The place in a request that names the thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A parameter of the path
    Path(&'static str),
    /// A field of the JSON body
    Body(&'static str),
}

/// A call's target, and the roles that may act on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Over {
    pub thing: &'static Thing,
    pub named: Named,
    pub roles: &'static [Role],
}

/// The roles of a thing that only its owner may act on.
pub const OWNER: &[Role] = &[Role::Owner];

impl Named {
    pub fn name(self) -> &'static str {
        match self {
            Self::Path(name) | Self::Body(name) => name,
        }
    }
}

/// Returns this member's role over a thing that one person owns.
pub fn role_beside(member: &Member, owner: i64) -> Option<Role> {
    if owner == member.user_id {
        return Some(Role::Owner);
    }
    // Staff outside the console are customers.
    member.clone().staff().ok().map(|_| Role::Staff)
}
