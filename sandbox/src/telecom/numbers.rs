//! Mobile numbers: network, billing and remaining balance. The last two digits decide.

use serde::{Deserialize, Serialize};

use crate::{app::Shared, refusal::Refusal, store::State};

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
}

/// Parses a Thai mobile number: nine digits after the country code, the first 6, 8 or 9.
pub fn read(text: &str) -> Result<Number, Refusal> {
    let wrong = || Refusal::new(422, "msisdn_invalid", "not a Thai mobile number");
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
    Ok(Number { msisdn, network, suspended: last == 97, limit })
}

impl Number {
    /// Returns the amount that may still be taken, satang.
    pub fn left(&self, state: &State) -> i64 {
        self.limit - state.telecom_spent.sum(&self.msisdn)
    }

    /// Checks whether this number may be charged at all, and this amount.
    pub fn may_pay(&self, app: &Shared, amount: i64) -> Result<(), Refusal> {
        if self.network == Network::Other {
            return Err(Refusal::new(409, "other_operator", "the number is another operator's"));
        }
        if self.suspended {
            return Err(Refusal::new(409, "number_suspended", "the number is suspended"));
        }
        if app.store.read(|state| state.telecom_blocked.contains_key(&self.msisdn)) {
            return Err(Refusal::new(409, "number_blocked", "the number's owner wants no charges from here"));
        }
        if amount > app.store.read(|state| self.left(state)) {
            return Err(self.short());
        }
        Ok(())
    }

    pub fn short(&self) -> Refusal {
        if self.network == Network::Prepaid {
            Refusal::new(409, "balance_short", "the balance is too low")
        } else {
            Refusal::new(409, "credit_short", "the credit limit is used up")
        }
    }
}
