//! The limit on payment texts to a number. Without it, anyone placing orders could make another person's phone ring all day, and
//! guess codes until one is right; or text strangers one after another.

use std::net::IpAddr;

use chrono::TimeDelta;
use manao_domain::msisdn::Msisdn;

use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_people::otp::{self, others};

/// Period in which texts are counted.
const WINDOW: TimeDelta = TimeDelta::hours(1);

/// The user who has a number texted.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    pub user_id: i64,
    pub address: Option<IpAddr>,
}

/// Checks that one more attempt to pay by this number may be made. Other requests for the same number, person or address wait until this
/// change ends, so that of two at once both are counted.
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
