//! The supplier of a line, by its code: the telecom for goods of a mobile number, else a top-up partner. Deliveries know no difference.

use std::marker::PhantomData;
use std::sync::Arc;

use manao_domain::activation::ActivationStatus;
use manao_domain::msisdn::Msisdn;
use manao_kernel::app::App;
use manao_kernel::providers::concurrency::ConcurrencyLimit;
use manao_kernel::providers::gateway::Hint;

use super::packages::{Activation, Packages, PackagesError};
use super::partner_orders::{Order, OrderStatus, Placed};
use super::partners::{PartnerError, Partners};

/// Code of the telecom among the partners.
const TELECOM: &str = "ais";

/// Whether we have money at the supplier, and its list of orders: a top-up partner. The telecom bills what it activates.
pub fn has_float(supplier: &str) -> bool {
    supplier != TELECOM
}

/// Returns the limit of deliveries that this process may have in progress at the supplier at once.
pub fn concurrency(app: &App, supplier: &str) -> Arc<ConcurrencyLimit> {
    match supplier {
        TELECOM => Arc::clone(&Packages::from_app(app).concurrency),
        partner => Partners::from_app(app).concurrency(partner),
    }
}

/// Places the order, or finds the existing one under its reference.
///
/// # Errors
/// `Refused` with the supplier's code; otherwise see [`PartnerError`]; whether it was placed is then unknown.
pub async fn place(app: &App, supplier: &str, order: &Order<'_>) -> Result<Placed, PartnerError> {
    match supplier {
        TELECOM => {
            let number = Msisdn::parse(order.player_id.unwrap_or_default()).map_err(|_| bad_number())?;
            let activation = Packages::from_app(app).activate(order.reference, &number, order.sku).await;
            activation.map(Placed::from).map_err(partner_error)
        }
        partner => Partners::from_app(app).place(partner, order).await,
    }
}

/// Returns the order under a reference; None when the supplier never accepted it.
///
/// # Errors
/// See [`PartnerError`].
pub async fn placed(app: &App, supplier: &str, reference: &str) -> Result<Option<Placed>, PartnerError> {
    match supplier {
        TELECOM => {
            let activation = Packages::from_app(app).activation(reference).await.map_err(partner_error)?;
            Ok(activation.map(Placed::from))
        }
        partner => Partners::from_app(app).placed(partner, reference).await,
    }
}

impl From<Activation> for Placed {
    fn from(activation: Activation) -> Self {
        let status = match activation.status {
            ActivationStatus::Accepted => OrderStatus::Accepted,
            ActivationStatus::Refused => OrderStatus::Failed,
            ActivationStatus::Active => OrderStatus::Delivered,
            // Over since, but the number had it.
            ActivationStatus::Cancelled | ActivationStatus::Ended if activation.activated_at.is_some() => OrderStatus::Delivered,
            ActivationStatus::Cancelled | ActivationStatus::Ended => OrderStatus::Failed,
        };
        Self {
            reference: activation.reference.clone(),
            status,
            reason: activation.reason.clone(),
            vouchers: Vec::new(),
            cost: None,
            activation: Some(activation),
        }
    }
}

/// Returns the telecom's error in the words of partners.
fn partner_error(error: PackagesError) -> PartnerError {
    match error {
        PackagesError::Refused { status, code, message, hint, .. } => {
            let code = match code.as_str() {
                "package_unknown" => "sku_unknown".to_owned(),
                "msisdn_invalid" => "bad_request".to_owned(),
                _ => code,
            };
            PartnerError::Refused { status, code, message, hint, peer: PhantomData }
        }
        PackagesError::Busy { retry_after } => PartnerError::Busy { retry_after },
        PackagesError::Unavailable(reason) => PartnerError::Unavailable(reason),
        PackagesError::CircuitOpen { retry_after } => PartnerError::CircuitOpen { retry_after },
    }
}

fn bad_number() -> PartnerError {
    let (code, message) = ("bad_request".to_owned(), "no mobile number".to_owned());
    PartnerError::Refused { status: 422, code, message, hint: Hint::default(), peer: PhantomData }
}
