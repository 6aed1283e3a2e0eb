//! How often a number may be texted for paying. Without this limit, anyone placing orders could make somebody's phone ring all day, and
//! guess codes until one is right; or text strangers one after another.

use std::net::IpAddr;

use chrono::TimeDelta;
use manao_domain::msisdn::Msisdn;

use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_people::otp::{self, others};

/// Counted for so long.
const WINDOW: TimeDelta = TimeDelta::hours(1);

/// Who has a number texted.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    pub user_id: i64,
    pub address: Option<IpAddr>,
}

/// Checks that one more attempt to pay by this number may be made. Others asking for the same number, person or address wait until this
/// change ends, so that two at once both count.
///
/// # Errors
/// 429 `otp_limit`, or `texts_limit` where the number is not the person's own, with the seconds to wait.
pub async fn check(change: &mut Change, number: &Msisdn, asker: Asker) -> Result<Option<others::ThirdPartyText>, Problem> {
    let now = change.now();
    let limit = change.app().settings.mobile_payments_per_number_hour;
    change.lock(&format!("pays {}", number.international())).await?;
    let made = sqlx::query_scalar!(
        "select created_at from shop.payments where msisdn = $1 and created_at > $2 order by created_at desc limit $3",
        number.international(),
        now - WINDOW,
        i64::from(limit)
    )
    .fetch_all(change.conn())
    .await?;
    otp::at_most(now, &made, limit, WINDOW, codes::otp_limit)?;
    others::check(change, number, asker.user_id, asker.address.map(otp::counted), codes::texts_limit).await
}
