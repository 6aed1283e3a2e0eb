//! The shop's counterparties: payment providers and game partners. The contracts are in `docs/providers/`.

pub mod charges;
pub mod partner_orders;
pub mod partners;
pub mod payments;
pub mod telecom_charges;
