//! Who may see somebody's papers.

use manao_domain::text_enum;
use sqlx::PgConnection;

use crate::access::Member;
use crate::problem::Problem;

text_enum! {
    /// In what capacity somebody looks.
    #[derive(utoipa::ToSchema)]
    #[schema(as = DocumentRole)]
    Role {
        Owner = "owner",
        Operator = "operator",
        Promoter = "promoter",
    }
}

/// The capacity in which this member may see the papers of `owner`; `None` when they may not. The one place that decides: whoever
/// may see papers for a tournament's sake comes in here.
#[allow(clippy::unused_async, reason = "capacities that the database knows come in here")]
pub async fn role_of(_conn: &mut PgConnection, member: &Member, owner: i64) -> Result<Option<Role>, Problem> {
    if member.user_id == owner {
        return Ok(Some(Role::Owner));
    }
    // A suspended operator is none.
    Ok(member.clone().operator().ok().map(|_| Role::Operator))
}
