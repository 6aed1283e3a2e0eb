//! Ends a charge at the provider that must no longer be paid: its order was cancelled, or another code replaced it.

use manao_domain::settle::ChargeStatus;
use serde::{Deserialize, Serialize};

use super::settle;
use crate::providers::charges::{Charge, Provider, ProviderError};
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;

/// Ends a charge after the commit, retrying as often as needed; the provider's answer is then settled.
#[derive(Serialize, Deserialize)]
pub struct VoidCharge {
    #[serde(default)]
    pub provider: Provider,
    pub charge_id: String,
}

impl Job for VoidCharge {
    const NAME: &'static str = "payments.void";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let Some(charge) = end(&app, self.provider, &self.charge_id).await? else { return Ok(()) };
        // Settling it would only ask for this job again: it is retried with growing pauses instead.
        anyhow::ensure!(charge.status != ChargeStatus::Pending, "the provider does not end charge {}", charge.id);
        settle::apply(&app, &charge).await?;
        Ok(())
    }
}

pub async fn enqueue(change: &mut Change, provider: Provider, charge_id: &str) -> Result<(), Problem> {
    let options = JobOptions::default().key(format!("void:{charge_id}"));
    change.job(&VoidCharge { provider, charge_id: charge_id.to_owned() }, options).await
}

/// Asks the provider to end a charge and returns its new state; None when the provider does not know it.
///
/// # Errors
/// 503 `payment_unavailable` or `telecom_unavailable` when the provider cannot be asked.
pub async fn end(app: &App, provider: Provider, charge_id: &str) -> Result<Option<Charge>, Problem> {
    let answer = match provider.end(app, charge_id).await {
        // It is not pending any more: it may have been paid this very second.
        Err(ProviderError::Refused { .. }) => provider.charge(app, charge_id).await,
        answer => answer,
    };
    match answer {
        Ok(charge) => Ok(Some(charge)),
        Err(ProviderError::NotFound) => Ok(None),
        Err(error) => Err(provider.away(error)),
    }
}
