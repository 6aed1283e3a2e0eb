//! How often a code may be asked for: per recipient (a number, an e-mail address) and purpose, per recipient, per network address;
//! and per member where the number is not the member's own, or it is an e-mail address.

use std::net::IpAddr;

use chrono::{DateTime, Duration, Utc};

use super::Purpose;
use super::others::{self, Strange};
use super::recipient::Recipient;
use crate::access::network;
use crate::database::Change;
use crate::problem::{Code, Problem, codes};

/// The address as it is counted.
pub fn counted(address: IpAddr) -> String {
    match network(address) {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(network) => format!("{network}/64"),
    }
}

/// Checks that one more code may go out. Others asking for this recipient or from this address wait until the change ends, so that two at
/// once both count. Returns a text for the caller to record when it goes out, if the number is not the member's own.
///
/// # Errors
/// 429 `otp_too_soon` or `otp_limit` with the seconds to wait.
pub async fn check(
    change: &mut Change,
    purpose: Purpose,
    to: &Recipient,
    member: Option<i64>,
    address: Option<&str>,
) -> Result<Option<Strange>, Problem> {
    let now = change.now();
    let app = change.app().clone();
    let settings = &app.settings;
    change.lock(&format!("otp {}", to.key())).await?;
    if let Some(address) = address {
        change.lock(&format!("otp from {address}")).await?;
    }

    let last = sqlx::query_scalar!(
        "select max(created_at) from otps
         where (msisdn = $1 or email = $2::text::citext) and purpose = $3 and failed_at is null and created_at > $4",
        to.number(),
        to.address(),
        purpose.as_str(),
        now - Duration::days(1),
    )
    .fetch_one(change.conn())
    .await?;
    if let Some(last) = last {
        until(now, last + Duration::seconds(settings.otp_resend_seconds.into()), codes::otp_too_soon)?;
    }

    // The newest ones of a day, up to the limit: when the limit is reached, the oldest must age out first.
    let day = Duration::days(1);
    let sent = sqlx::query_scalar!(
        "select created_at from otps
         where (msisdn = $1 or email = $2::text::citext) and failed_at is null and created_at > $3 order by created_at desc limit $4",
        to.number(),
        to.address(),
        now - day,
        i64::from(settings.otp_per_number_day.max(settings.otp_per_number_hour)),
    )
    .fetch_all(change.conn())
    .await?;
    at_most(now, &sent, settings.otp_per_number_hour, Duration::hours(1), codes::otp_limit)?;
    at_most(now, &sent, settings.otp_per_number_day, day, codes::otp_limit)?;

    if let Some(address) = address {
        // Undelivered ones count too: they cost as much.
        let asked = sqlx::query_scalar!(
            "select created_at from otps where address = $1::text::inet and created_at > $2 order by created_at desc limit $3",
            address,
            now - Duration::hours(1),
            i64::from(settings.otp_per_address_hour),
        )
        .fetch_all(change.conn())
        .await?;
        at_most(now, &asked, settings.otp_per_address_hour, Duration::hours(1), codes::otp_limit)?;
    }
    match (member, to) {
        // The same limit as for numbers: addresses may belong to anybody too.
        (Some(member), Recipient::Address(_)) => {
            change.lock(&format!("codes mailed for {member}")).await?;
            let limit = settings.texts_to_others_per_hour;
            let hour = Duration::hours(1);
            let asked = sqlx::query_scalar!(
                "select created_at from otps where user_id = $1 and email is not null and created_at > $2 order by created_at desc limit $3",
                member,
                now - hour,
                i64::from(limit)
            )
            .fetch_all(change.conn())
            .await?;
            at_most(now, &asked, limit, hour, codes::otp_limit)?;
            Ok(None)
        }
        // The network address is limited above, with room for the many who verify a first number behind one carrier address.
        (Some(member), Recipient::Number(number)) => others::check(change, number, member, None, codes::otp_limit).await,
        _ => Ok(None),
    }
}

/// Refuses when the newest `limit` of them all fell into the last `window`.
///
/// # Errors
/// 429 by this code with the seconds to wait.
pub fn at_most(
    now: DateTime<Utc>,
    newest_first: &[DateTime<Utc>],
    limit: u32,
    window: Duration,
    code: Code,
) -> Result<(), Problem> {
    let Some(index) = (limit as usize).checked_sub(1) else { return Err(code.into()) };
    match newest_first.get(index) {
        Some(at) => until(now, *at + window, code),
        None => Ok(()),
    }
}

/// Refuses until it is `free`.
///
/// # Errors
/// 429 with the seconds to wait.
pub fn until(now: DateTime<Utc>, free: DateTime<Utc>, code: Code) -> Result<(), Problem> {
    if free <= now {
        return Ok(());
    }
    // Rounded up, so that a caller who waits that long is not turned away again.
    let seconds = (free - now + Duration::milliseconds(999)).num_seconds().max(1);
    Err(Problem::new(code).param("seconds", seconds).retry_after(seconds.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_counts_as_its_network() {
        assert_eq!(counted("203.0.113.7".parse().unwrap()), "203.0.113.7");
        assert_eq!(counted("2001:db8:1:2:3:4:5:6".parse().unwrap()), "2001:db8:1:2::/64");
    }

    #[test]
    fn the_oldest_of_so_many_has_to_grow_old() {
        let now = Utc::now();
        let at = |minutes| now - Duration::minutes(minutes);
        let hour = Duration::hours(1);
        assert!(at_most(now, &[at(1), at(2)], 3, hour, codes::otp_limit).is_ok());
        assert!(at_most(now, &[at(1), at(2), at(60)], 3, hour, codes::otp_limit).is_ok());
        assert!(at_most(now, &[at(1), at(2), at(59)], 3, hour, codes::otp_limit).is_err());
        assert!(at_most(now, &[], 0, hour, codes::otp_limit).is_err(), "none are allowed");
    }
}
