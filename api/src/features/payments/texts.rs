//! How often a number may be texted for paying. Without it whoever places orders could make anybody's phone ring all day, and
//! guess at codes until one is right.

use chrono::TimeDelta;
use manao_domain::msisdn::Msisdn;

use crate::database::Change;
use crate::features::otp;
use crate::problem::Problem;

/// One more attempt to pay by this number may be made. Another one that asks about the same number waits until this change has
/// ended, so that two at once are two.
///
/// # Errors
/// 429 `otp_limit` with the seconds to wait.
pub async fn check(change: &mut Change, number: &Msisdn) -> Result<(), Problem> {
    let (now, hour) = (change.now(), TimeDelta::hours(1));
    let limit = change.app().settings.mobile_payments_per_number_hour;
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('pays ' || $1, 0))", number.international())
        .execute(change.conn())
        .await?;
    let made = sqlx::query_scalar!(
        "select created_at from payments where msisdn = $1 and created_at > $2 order by created_at desc limit $3",
        number.international(),
        now - hour,
        i64::from(limit)
    )
    .fetch_all(change.conn())
    .await?;
    otp::at_most(now, &made, limit, hour)
}
