//! Paying by mobile number, from its balance or on its bill: the telecom texts a one-time code, and the holder of the phone types it
//! ([`crate::payments::confirm`]).

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use manao_domain::channel::PaymentFlow;
use sqlx::PgPool;

use super::super::row::PaymentRow;
use super::{ChannelAdapter, PaymentInstructions};
use crate::providers::charges::{Charge, Provider, ProviderError};
use crate::providers::telecom_charges::{NewCharge, TelecomCharges};
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Problem};
use manao_kernel::providers::gateway::Counterparty as _;
use manao_kernel::providers::telecom::Operator;
use manao_kernel::settings::Settings;

/// Our name in a text to the paying number.
const SHOP: &str = "Manao";
/// Most characters of a product's name in a text.
const LONGEST_PRODUCT: usize = 50;

pub struct MobileNumber;

impl ChannelAdapter for MobileNumber {
    fn provider(&self) -> Provider {
        Provider::Telecom
    }

    fn flow(&self) -> PaymentFlow {
        PaymentFlow::Otp
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn life_seconds(&self, settings: &Settings) -> i64 {
        settings.mobile_payment_life_seconds.into()
    }

    fn start<'a>(&'a self, app: &'a App, payment: &'a PaymentRow) -> BoxFuture<'a, Result<Charge, ProviderError>> {
        async move {
            let purchase = purchase(&app.db, payment).await.map_err(ProviderError::ours)?;
            let new = NewCharge {
                reference: &payment.reference,
                number: &payment.number().map_err(ProviderError::ours)?,
                amount_satang: payment.amount_satang,
                merchant: SHOP,
                description: &purchase.description,
                language: purchase.language,
            };
            TelecomCharges::new(app).begin_charge(&new).await
        }
        .boxed()
    }

    fn instructions<'a>(
        &'a self,
        _: &'a App,
        _: &'a PaymentRow,
        charge: &'a Charge,
    ) -> BoxFuture<'a, Result<PaymentInstructions, ProviderError>> {
        async move {
            Ok(PaymentInstructions {
                otp_reference: charge.otp_reference.clone(),
                authorization_id: charge.authorization_id.clone(),
                ..PaymentInstructions::default()
            })
        }
        .boxed()
    }

    fn refusal(&self, code: &str) -> Option<Problem> {
        Operator::refusal(code)
    }
}

/// The purchase as the text and the number's bill name it.
struct Purchase {
    description: String,
    /// The buyer's
    language: Lang,
}

/// Returns the first product of an order, how many more there are, and the order's number.
async fn purchase(db: &PgPool, payment: &PaymentRow) -> Result<Purchase, Problem> {
    let row = sqlx::query!(
        r#"select u.language as "language: Lang", l.name_th, l.name_en, l.game_name_th, l.game_name_en,
                  (select count(*) - 1 from shop.order_lines where order_id = o.id) as "more!"
           from shop.orders o join people.users u on u.id = o.user_id join shop.order_lines l on l.order_id = o.id
           where o.id = $1 order by l.position limit 1"#,
        payment.order_id
    )
    .fetch_one(db)
    .await?;
    let (game, product) = row.language.pick((row.game_name_th, row.name_th), (row.game_name_en, row.name_en));
    let product: String = format!("{game} {product}").chars().take(LONGEST_PRODUCT).collect();
    let more = if row.more > 0 { format!(" +{}", row.more) } else { String::new() };
    Ok(Purchase { description: format!("{product}{more} ({})", payment.order_number()), language: row.language })
}
