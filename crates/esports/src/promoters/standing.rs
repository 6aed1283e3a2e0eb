//! A user's status as a promoter, as stored in the database.

use chrono::TimeDelta;
use manao_domain::promoter::{Application, ApplicationStatus, PromoterStanding, Right};
use sqlx::PgConnection;

use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::settings::Settings;

pub fn year(settings: &Settings) -> TimeDelta {
    TimeDelta::days(settings.promoter_days.into())
}

/// Returns the time before its end in which a right can be renewed.
pub fn window(settings: &Settings) -> TimeDelta {
    TimeDelta::days(settings.promoter_notice_days.into())
}

pub async fn load(conn: &mut PgConnection, user_id: i64) -> Result<PromoterStanding, sqlx::Error> {
    let right =
        sqlx::query_as!(Right, "select approved_at, expires_at, revoked_at from esports.promoters where user_id = $1", user_id)
            .fetch_optional(&mut *conn)
            .await?;
    let last = sqlx::query_as!(
        Application,
        r#"select status as "status: ApplicationStatus", decided_at from esports.promoter_applications
           where user_id = $1 order by id desc limit 1"#,
        user_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(PromoterStanding { right, last })
}

/// Does the same with the user locked until the change ends.
///
/// # Errors
/// 404 `user_not_found`.
pub async fn lock(change: &mut Change, user_id: i64) -> Result<PromoterStanding, Problem> {
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id)
        .fetch_optional(change.conn())
        .await?
        .ok_or(codes::user_not_found)?;
    Ok(load(change.conn(), user_id).await?)
}
