//! Reads invitations and requests.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

use manao_domain::team::{OfferKind, OfferStatus};

use super::shapes::{MyOffers, Offer, Offers, Person, TeamSummary};
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// Above the number of offers that can be pending.
const MOST: i64 = 200;

struct OfferRow {
    id: i64,
    kind: OfferKind,
    status: OfferStatus,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    team_id: i64,
    name: String,
    short_name: String,
    logo: Option<String>,
    members: i64,
    user_id: i64,
    display_name: String,
    picture: Option<String>,
}

impl From<OfferRow> for Offer {
    fn from(row: OfferRow) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            status: row.status,
            team: TeamSummary {
                id: row.team_id,
                name: row.name,
                short_name: row.short_name,
                logo: row.logo,
                members: row.members,
            },
            user: Person { user_id: row.user_id, display_name: row.display_name, picture: row.picture },
            created_at: row.created_at,
            expires_at: row.expires_at,
        }
    }
}

/// Returns a team's pending offers of this kind, newest first.
pub async fn of_team(app: &App, team_id: i64, kind: OfferKind) -> Result<Offers, Problem> {
    let rows = waiting(&app.db, Some(team_id), None, app.now()).await?;
    Ok(Offers { items: rows.into_iter().filter(|offer| offer.kind == kind).collect() })
}

/// Returns a person's pending offers, newest first.
pub async fn mine(app: &App, user_id: i64) -> Result<MyOffers, Problem> {
    let rows = waiting(&app.db, None, Some(user_id), app.now()).await?;
    let (requests, invitations) = rows.into_iter().partition(|offer| offer.kind == OfferKind::Request);
    Ok(MyOffers { requests, invitations })
}

async fn waiting(
    db: impl PgExecutor<'_>,
    team_id: Option<i64>,
    user_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Vec<Offer>, Problem> {
    let rows = sqlx::query_as!(
        OfferRow,
        r#"select o.id, o.kind as "kind: OfferKind", o.status as "status: OfferStatus", o.created_at, o.expires_at,
                  t.id as team_id, t.name, t.short_name, t.logo, (select count(*) from esports.team_members m where m.team_id = t.id) as "members!",
                  u.id as user_id, u.display_name, u.picture
           from esports.membership_offers o join esports.teams t on t.id = o.team_id join people.users u on u.id = o.user_id
           where o.status = 'pending' and o.expires_at > $3 and (o.team_id = $1 or o.user_id = $2)
           order by o.id desc limit $4"#,
        team_id,
        user_id,
        now,
        MOST
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Offer::from).collect())
}

/// # Errors
/// 404 `offer_not_found`.
pub async fn one(db: impl PgExecutor<'_>, id: i64) -> Result<Offer, Problem> {
    let row = sqlx::query_as!(
        OfferRow,
        r#"select o.id, o.kind as "kind: OfferKind", o.status as "status: OfferStatus", o.created_at, o.expires_at,
                  t.id as team_id, t.name, t.short_name, t.logo, (select count(*) from esports.team_members m where m.team_id = t.id) as "members!",
                  u.id as user_id, u.display_name, u.picture
           from esports.membership_offers o join esports.teams t on t.id = o.team_id join people.users u on u.id = o.user_id where o.id = $1"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.ok_or(codes::offer_not_found)?.into())
}
