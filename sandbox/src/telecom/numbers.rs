//! Mobile numbers: network, billing, remaining balance and monthly cap. The last two digits decide.

use chrono::{DateTime, Datelike, FixedOffset, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::refuse;
use crate::{refusal::Refusal, store::State};

/// Monthly spending cap of the numbers that have one, satang.
const CAP: i64 = 10_000;
/// Bangkok is seven hours ahead of UTC, all year.
const BANGKOK: TimeDelta = TimeDelta::hours(7);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Network {
    Prepaid,
    Postpaid,
    Other,
}

/// The operator's data about a number.
#[derive(Debug)]
pub struct Number {
    /// E.164, `+66…`.
    pub msisdn: String,
    pub network: Network,
    pub suspended: bool,
    /// Satang: the prepaid balance or the postpaid limit, before the amounts taken here.
    pub limit: i64,
    /// The most that it may spend by carrier billing in a month, satang.
    pub cap: Option<i64>,
}

/// Parses a Thai mobile number: nine digits after the country code, the first 6, 8 or 9.
pub fn read(text: &str) -> Result<Number, Refusal> {
    let wrong = || refuse::invalid("not a Thai mobile number");
    let msisdn = crate::phone::model::address(text);
    let local = msisdn.strip_prefix("+66").ok_or_else(wrong)?;
    let is_mobile = local.len() == 9 && local.bytes().all(|byte| byte.is_ascii_digit()) && local.starts_with(['6', '8', '9']);
    if !is_mobile {
        return Err(wrong());
    }
    let last: u32 = local[7..].parse().map_err(|_| wrong())?;
    let (network, limit) = match last {
        0..=9 => (Network::Other, 0),
        98 => (Network::Prepaid, 500),
        99 => (Network::Postpaid, 0),
        odd if odd % 2 == 1 => (Network::Prepaid, 100_000),
        _ => (Network::Postpaid, 500_000),
    };
    Ok(Number { msisdn, network, suspended: last == 97, limit, cap: (last == 95).then_some(CAP) })
}

impl Number {
    /// Returns what is on the account, satang; open payments reserve a part of it.
    pub fn left(&self, state: &State) -> i64 {
        self.limit - state.telecom_spent.sum(&self.msisdn)
    }

    /// Returns the amount that open payments reserve, satang.
    pub fn reserved(&self, state: &State) -> i64 {
        let open = state.telecom_payments.values().filter(|payment| payment.is_open() && payment.msisdn == self.msisdn);
        open.map(|payment| payment.amount).sum()
    }

    /// Returns the cap of this month, the part of it that is left, and when the next month begins.
    pub fn spending(&self, state: &State) -> Option<(i64, i64, DateTime<Utc>)> {
        let cap = self.cap?;
        let (begun, ends) = month(Utc::now())?;
        let paid = state.telecom_payments.values().filter(|payment| {
            payment.msisdn == self.msisdn && (payment.is_open() || payment.paid_at.is_some_and(|paid_at| paid_at >= begun))
        });
        let spent: i64 = paid.map(|payment| payment.amount - payment.refunded).sum();
        Some((cap, (cap - spent).max(0), ends))
    }

    /// Checks whether this number may be charged at all, and this amount.
    pub fn may_pay(&self, state: &State, amount: i64) -> Result<(), Refusal> {
        if self.network == Network::Other {
            return Err(refuse::not_applicable());
        }
        if self.suspended {
            return Err(refuse::denied("number_suspended"));
        }
        if state.telecom_blocked.contains_key(&self.msisdn) {
            return Err(refuse::number_blocked());
        }
        if let Some((cap, left, resets_at)) = self.spending(state)
            && amount > left
        {
            return Err(refuse::over_cap(cap, resets_at));
        }
        if amount > self.left(state) - self.reserved(state) {
            return Err(refuse::denied(if self.network == Network::Prepaid { "balance_short" } else { "credit_short" }));
        }
        Ok(())
    }
}

/// Returns the beginning and the end of the month in Bangkok.
fn month(now: DateTime<Utc>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let zone = FixedOffset::east_opt(i32::try_from(BANGKOK.num_seconds()).ok()?)?;
    let first = now.with_timezone(&zone).date_naive().with_day(1)?;
    let next = first.checked_add_months(chrono::Months::new(1))?;
    let midnight = |day: chrono::NaiveDate| Some(day.and_hms_opt(0, 0, 0)?.and_local_timezone(zone).single()?.to_utc());
    Some((midnight(first)?, midnight(next)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_bangkoks() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        for (now, begun, ends) in [
            ("2026-11-30T16:59:59Z", "2026-10-31T17:00:00Z", "2026-11-30T17:00:00Z"),
            ("2026-11-30T17:00:00Z", "2026-11-30T17:00:00Z", "2026-12-31T17:00:00Z"),
        ] {
            assert_eq!(month(at(now)), Some((at(begun), at(ends))), "{now}");
        }
    }
}
