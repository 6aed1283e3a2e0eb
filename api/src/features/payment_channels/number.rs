//! The telecom's data about the paying number.

use manao_domain::Satang;
use manao_domain::channel::NetworkType;
use manao_domain::msisdn::Msisdn;

use crate::app::App;
use crate::problem::{Problem, codes};
use crate::providers::telecom::{NumberStatus, Telecom};

/// What a channel is judged by when paying by mobile number.
#[derive(Clone, Copy, Debug)]
pub struct NumberFacts {
    pub network: NetworkType,
    /// Prepaid balance or postpaid credit left; another operator's numbers have neither here
    pub credit: Option<Satang>,
}

impl NumberFacts {
    /// Asks the telecom, which may be slow: nothing must be locked meanwhile.
    ///
    /// # Errors
    /// 409 `mobile_number_suspended`, 503 `telecom_unavailable`.
    pub async fn ask(app: &App, number: &Msisdn) -> Result<Self, Problem> {
        let telecom = Telecom::of(app);
        let found = telecom.network_type(number).await?;
        if found.status == NumberStatus::Suspended {
            return Err(codes::mobile_number_suspended.into());
        }
        Ok(match found.network_type {
            NetworkType::Prepaid => {
                let left = telecom.balance(number).await?;
                Self { network: NetworkType::Prepaid, credit: Some(Satang(left)) }
            }
            NetworkType::Postpaid => {
                let left = telecom.credit_limit(number).await?.available;
                Self { network: NetworkType::Postpaid, credit: Some(Satang(left)) }
            }
            NetworkType::Other => Self { network: NetworkType::Other, credit: None },
        })
    }
}
