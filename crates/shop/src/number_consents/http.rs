//! The calls by which a number's owner agrees to a package.

use axum::extract::State;
use chrono::{DateTime, Utc};
use manao_domain::msisdn::Msisdn;
use manao_domain::product::Target;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::store;
use crate::cart::players::{self, Goods};
use crate::refusals::{NUMBER_TARGET, OTP, TEXTING};
use manao_kernel::Feature;
use manao_kernel::access::{ClientAddress, VerifiedMember, Who};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::codes::*;
use manao_kernel::problem::{Json, Lang, Problem, codes};
use manao_people::otp::{self, OtpConfirmation, OtpSent, Purpose};

pub fn calls() -> Feature {
    Feature::new()
        .call(
            routes!(send_consent_code),
            Who::Verified.refuses(&[
                NUMBER_TARGET,
                TEXTING,
                &[product_not_found, product_withdrawn, number_consent_needless, too_many_requests],
            ]),
        )
        .call(routes!(confirm_consent), Who::Verified.refuses(&[OTP]))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ConsentRequest {
    /// A Thai mobile number in any common format
    mobile_number: String,
    /// The package to be bought; the text names it
    product_id: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NumberConsent {
    /// The number, masked: `08x-xxx-5678`
    number_masked: String,
    /// Time until which I can order for the number
    expires_at: DateTime<Utc>,
}

/// Ask the owner of a number whether I may buy a package for it
///
/// Texts a code to the number, which names the package. The owner gives me the code if they agree. The telecom is asked first whether the number can
/// have the package.
#[utoipa::path(post, path = "/number-consent/send", tag = "subscriptions", request_body = ConsentRequest, responses((status = 200, body = OtpSent)))]
async fn send_consent_code(
    State(app): State<App>,
    VerifiedMember(member): VerifiedMember,
    address: ClientAddress,
    lang: Lang,
    Json(request): Json<ConsentRequest>,
) -> Result<Json<OtpSent>, Problem> {
    let number = Msisdn::parse(&request.mobile_number).map_err(|_| codes::mobile_number_invalid)?;
    let product = sqlx::query!(
        r#"select p.sku, p.name_th, p.name_en, g.name_th as game_name_th, g.name_en as game_name_en, g.partner_code, g.partner_game
           from shop.products p join shop.games g on g.id = p.game_id
           where p.id = $1 and g.target = 'number' and g.active and p.state <> 'withdrawn'"#,
        request.product_id
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::product_not_found)?;
    app.limit(limits::CHECK_NUMBER, member.user_id)?;
    let wanted = [number.international().to_owned()];
    let mut conn = app.db.acquire().await?;
    if store::missing(&mut conn, member.user_id, &wanted, app.now()).await?.is_empty() {
        return Err(codes::number_consent_needless.into());
    }
    drop(conn);
    let goods =
        Goods { target: Target::Number, partner: &product.partner_code, game: &product.partner_game, sku: Some(&product.sku) };
    players::find(&app, &goods, number.international(), None).await?;
    let name = lang
        .pick(format!("{} {}", product.game_name_th, product.name_th), format!("{} {}", product.game_name_en, product.name_en));
    let asker = otp::Asker::member(member.user_id, address.0);
    otp::send_about(&app, &number, asker, &name, lang).await.map(Json)
}

/// Confirm the consent with the code that the number's owner gave me
///
/// For a day I can order packages for this number.
#[utoipa::path(post, path = "/number-consent/confirm", tag = "subscriptions", request_body = OtpConfirmation, responses((status = 200, body = NumberConsent)))]
async fn confirm_consent(
    State(app): State<App>,
    VerifiedMember(member): VerifiedMember,
    Json(request): Json<OtpConfirmation>,
) -> Result<Json<NumberConsent>, Problem> {
    let (mut change, number) =
        otp::confirm(&app, Purpose::PackageConsent, Some(member.user_id), &request.reference, &request.code).await?;
    let expires_at = store::record(&mut change, member.user_id, &number).await?;
    change.commit().await?;
    Ok(Json(NumberConsent { number_masked: number.masked(), expires_at }))
}
