//! The outside world: one file for each counterparty, and what they share. HTTP, or SMTP for mail; always with a timeout; the contracts are
//! in `docs/providers/`.

pub mod charges;
pub mod circuit;
pub mod concurrency;
pub mod gateway;
pub mod login;
pub mod mail;
pub mod partner_orders;
pub mod partners;
pub mod payments;
pub mod push;
pub mod signature;
pub mod telecom;
pub mod telecom_charges;
