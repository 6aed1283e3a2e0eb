//! The mobile number that pays: its owner, and the telecom's data about it.

use std::str::FromStr as _;

use manao_domain::Satang;
use manao_domain::channel::{ChannelCode, NetworkType};
use manao_domain::msisdn::Msisdn;
use sqlx::PgConnection;

use super::rules::offered;
use crate::payments::channels;
use crate::providers::charges::Provider;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::providers::telecom::{NumberStatus, SpendCap, Telecom};

/// Returns the account's verified number, if it has one.
pub async fn verified_number(conn: &mut PgConnection, user_id: i64) -> Result<Option<Msisdn>, Problem> {
    let number = sqlx::query_scalar!(
        r#"select msisdn as "msisdn!" from people.users where id = $1 and msisdn is not null and msisdn_verified_at is not null"#,
        user_id
    )
    .fetch_optional(conn)
    .await?;
    number.map(|number| Msisdn::parse(&number)).transpose().map_err(Problem::internal)
}

/// The paying number, as it was requested.
#[derive(Clone, Debug)]
pub enum PayingNumber {
    /// The account's verified number at the time it is needed
    Mine,
    Given(Msisdn),
}

impl PayingNumber {
    /// Parses the paying number of a request. None where it names none, and for channels that are never paid by a number.
    ///
    /// # Errors
    /// 422 at `mobileNumber`: `mobile_number_invalid`, `mobile_number_or_mine` for both.
    pub fn parse(channel: &str, number: Option<&str>, mine: bool) -> Result<Option<Self>, Problem> {
        if !channels::by_word(channel).is_some_and(|ways| ways.iter().any(|way| way.needs_number())) {
            return Ok(None);
        }
        let refused = |code| Problem::invalid("mobileNumber", code);
        let number = number.map(str::trim).filter(|number| !number.is_empty());
        match (number, mine) {
            (None, false) => Ok(None),
            (Some(_), true) => Err(refused(codes::mobile_number_or_mine)),
            (None, true) => Ok(Some(Self::Mine)),
            (Some(number), false) => {
                Msisdn::parse(number).map(|number| Some(Self::Given(number))).map_err(|_| refused(codes::mobile_number_invalid))
            }
        }
    }

    /// Returns the number by which the channel is to be paid; None where it needs none now.
    ///
    /// # Errors
    /// 422 `field_required` at `mobileNumber` where it needs one, 409 `mobile_number_missing` when the account has no verified number.
    pub async fn find(number: Option<Self>, app: &App, channel: &str, user_id: i64) -> Result<Option<Msisdn>, Problem> {
        if !is_needed(app, channel).await {
            return Ok(None);
        }
        match number {
            None => Err(Problem::invalid("mobileNumber", codes::field_required)),
            Some(Self::Given(number)) => Ok(Some(number)),
            Some(Self::Mine) => {
                let number = verified_number(&mut *app.db.acquire().await?, user_id).await?;
                number.map(Some).ok_or_else(|| codes::mobile_number_missing.into())
            }
        }
    }
}

/// Whether the channel is paid by a number now. A wallet may be paid in its app or by its number, as the provider takes it.
pub async fn is_needed(app: &App, channel: &str) -> bool {
    match ChannelCode::from_str(channel) {
        Ok(code) => offered(app, code).await.needs_number(),
        Err(_) => false,
    }
}

/// The facts by which a channel is checked when paying by mobile number.
#[derive(Clone, Copy, Debug)]
pub struct NumberFacts {
    pub network: NetworkType,
    /// Remaining prepaid balance or postpaid credit; None for another operator's numbers
    pub credit: Option<Satang>,
    /// The part of its monthly spending cap that is left; None for numbers without one
    pub cap_left: Option<Satang>,
}

impl NumberFacts {
    /// Asks the telecom, which may be slow: nothing must be locked meanwhile. None for channels that it does not charge.
    ///
    /// # Errors
    /// 409 `mobile_number_suspended`, 503 `telecom_unavailable`.
    pub async fn ask(app: &App, channel: &str, number: &Msisdn) -> Result<Option<Self>, Problem> {
        match channels::by_word(channel).map(|ways| ways[0].provider()) {
            Some(Provider::Telecom) => Self::load(app, number).await.map(Some),
            Some(Provider::Opn) | None => Ok(None),
        }
    }

    async fn load(app: &App, number: &Msisdn) -> Result<Self, Problem> {
        let telecom = Telecom::from_app(app);
        let found = telecom.network_type(number).await?;
        if found.status == NumberStatus::Suspended {
            return Err(codes::mobile_number_suspended.into());
        }
        Ok(match found.network_type {
            NetworkType::Prepaid => {
                let account = telecom.balance(number).await?;
                Self::own(NetworkType::Prepaid, account.balance, account.spend_cap)
            }
            NetworkType::Postpaid => {
                let account = telecom.credit_limit(number).await?;
                Self::own(NetworkType::Postpaid, account.available, account.spend_cap)
            }
            NetworkType::Other => Self { network: NetworkType::Other, credit: None, cap_left: None },
        })
    }

    fn own(network: NetworkType, credit: i64, cap: Option<SpendCap>) -> Self {
        Self { network, credit: Some(Satang(credit)), cap_left: cap.map(|cap| Satang(cap.left)) }
    }
}
