//! How often a code may be asked for. There are limits per recipient (a number, an e-mail address), purpose and requester; per recipient and
//! purpose for all strangers together; and per network address. Another applies per member, for an e-mail address or a number that is not their
//! own.

use std::net::IpAddr;

use chrono::{DateTime, Duration, Utc};

use super::Purpose;
use super::others::{self, ThirdPartyText};
use super::recipient::Recipient;
use manao_kernel::access::network;
use manao_kernel::database::Change;
use manao_kernel::problem::{Code, Problem, codes};

/// Returns the address as limits count it.
pub fn counted(address: IpAddr) -> String {
    match network(address) {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(network) => format!("{network}/64"),
    }
}

/// The requester of a code, as limits distinguish them: a member, else a browser that the recipient's account knows, else an address.
pub struct Requester<'a> {
    pub member: Option<i64>,
    pub device: Option<&'a [u8]>,
    pub address: Option<&'a str>,
}

/// The data to record with a code that may go out.
pub struct Allowed {
    /// Text to a number that is not the member's own, to be recorded when it goes out
    pub strange: Option<ThirdPartyText>,
    /// Whether the recipient asks for it; then it does not count among requests of strangers
    pub is_own: bool,
}

/// Checks that one more code may go out. A requester who has used up their limit does not block others. Only strangers share a limit, so that
/// codes cannot be guessed, and nobody flooded with texts, from many addresses. Other requests for this recipient or from this address wait
/// until the change ends, so that two at once both count.
///
/// # Errors
/// 429 `otp_too_soon` or `otp_limit` with the seconds to wait.
pub async fn check(change: &mut Change, purpose: Purpose, to: &Recipient, by: &Requester<'_>) -> Result<Allowed, Problem> {
    let now = change.now();
    let app = change.app().clone();
    let settings = &app.settings;
    change.lock(&format!("otp {}", to.key())).await?;
    if let Some(address) = by.address {
        change.lock(&format!("otp from {address}")).await?;
    }

    // The newest requests of a day, up to the limit: when it is reached, the oldest must age out first.
    let day = Duration::days(1);
    let sent = sqlx::query_scalar!(
        "select created_at from people.otps
         where (msisdn = $1 or email = $2::text::citext) and purpose = $3 and failed_at is null and created_at > $4
           and case when $5::bigint is not null then user_id = $5
                    when $6::bytea is not null then device = $6
                    else user_id is null and device is null and address is not distinct from $7::text::inet end
         order by created_at desc limit $8",
        to.number(),
        to.address(),
        purpose.as_str(),
        now - day,
        by.member,
        by.device,
        by.address,
        i64::from(settings.otp_per_number_day.max(settings.otp_per_number_hour).max(1)),
    )
    .fetch_all(change.conn())
    .await?;
    if let Some(last) = sent.first() {
        until(now, *last + Duration::seconds(settings.otp_resend_seconds.into()), codes::otp_too_soon)?;
    }
    at_most(now, &sent, settings.otp_per_number_hour, Duration::hours(1), codes::otp_limit)?;
    at_most(now, &sent, settings.otp_per_number_day, day, codes::otp_limit)?;

    if let Some(address) = by.address.filter(|_| by.device.is_none()) {
        // Undelivered codes count too, because they cost as much.
        let asked = sqlx::query_scalar!(
            "select created_at from people.otps where address = $1::text::inet and created_at > $2 order by created_at desc limit $3",
            address,
            now - Duration::hours(1),
            i64::from(settings.otp_per_address_hour),
        )
        .fetch_all(change.conn())
        .await?;
        at_most(now, &asked, settings.otp_per_address_hour, Duration::hours(1), codes::otp_limit)?;
    }
    let strange = strange(change, to, by.member).await?;
    let is_own = by.device.is_some() || (by.member.is_some() && to.number().is_some() && strange.is_none());
    if !is_own {
        let strangers = sqlx::query_scalar!(
            "select created_at from people.otps
             where (msisdn = $1 or email = $2::text::citext) and purpose = $3 and failed_at is null and not is_own and created_at > $4
             order by created_at desc limit $5",
            to.number(),
            to.address(),
            purpose.as_str(),
            now - day,
            i64::from(settings.otp_from_strangers_day),
        )
        .fetch_all(change.conn())
        .await?;
        at_most(now, &strangers, settings.otp_from_strangers_day, day, codes::otp_limit)?;
    }
    Ok(Allowed { strange, is_own })
}

/// Checks how many texts a member may send to others.
async fn strange(change: &mut Change, to: &Recipient, member: Option<i64>) -> Result<Option<ThirdPartyText>, Problem> {
    let now = change.now();
    let limit = change.app().settings.texts_to_others_per_hour;
    match (member, to) {
        // The same limit as for numbers, because addresses may belong to anybody too.
        (Some(member), Recipient::Address(_)) => {
            change.lock(&format!("codes mailed for {member}")).await?;
            let hour = Duration::hours(1);
            let asked = sqlx::query_scalar!(
                "select created_at from people.otps where user_id = $1 and email is not null and created_at > $2 order by created_at desc limit $3",
                member,
                now - hour,
                i64::from(limit)
            )
            .fetch_all(change.conn())
            .await?;
            at_most(now, &asked, limit, hour, codes::otp_limit)?;
            Ok(None)
        }
        // The network address is limited above, with room for the many people who verify a first number behind one carrier address.
        (Some(member), Recipient::Number(number)) => others::check(change, number, member, None, codes::otp_limit).await,
        _ => Ok(None),
    }
}

/// Rejects when the newest `limit` requests all fell into the last `window`.
///
/// # Errors
/// 429 with this code and the seconds to wait.
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

/// Rejects until the time `free`.
///
/// # Errors
/// 429 with this code and the seconds to wait.
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
