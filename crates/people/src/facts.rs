//! Numbers of this crate that texts name.

use manao_domain::{password, profile};
use manao_kernel::feature::Fact;
use manao_kernel::text::Text;

pub const FACTS: &[Fact] = &[
    ("otp_life_minutes", |settings| Text::same(settings.otp_life_minutes)),
    ("otp_resend_seconds", |settings| Text::same(settings.otp_resend_seconds)),
    ("otp_tries", |settings| Text::same(settings.otp_tries)),
    ("kyc_fixed_days", |settings| Text::same(settings.kyc_fixed_days)),
    ("inbox_days", |settings| Text::same(settings.inbox_days)),
    ("upload_profile_mb", |settings| Text::same(settings.upload_profile_mb)),
    ("upload_picture_mb", |settings| Text::same(settings.upload_picture_mb)),
    ("adult_age", |_| Text::same(profile::OF_AGE)),
    ("password_least", |_| Text::same(password::MIN_LENGTH)),
    ("password_most", |_| Text::same(password::MAX_LENGTH)),
    ("provider_name", |settings| Text::same(&settings.provider_name)),
    ("company_name", |settings| Text::new(&settings.company_name_th, &settings.company_name_en)),
    ("company_address", |settings| Text::new(&settings.company_address_th, &settings.company_address_en)),
    ("company_tax_id", |settings| Text::same(&settings.company_tax_id)),
    ("company_phone", |settings| Text::same(&settings.company_phone)),
];
