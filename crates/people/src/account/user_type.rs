//! How an account was created, and therefore whether it has a password here.

use manao_domain::text_enum;
use utoipa::ToSchema;

use crate::providers::login::Way;
use manao_kernel::database::Change;

text_enum! {
    #[derive(ToSchema)]
    UserType {
        /// Logged in by mobile number
        Msisdn = "msisdn",
        /// Logged in by e-mail and password at the provider, or has verified the e-mail here
        EmailPassword = "email_password",
        Others = "others",
    }
}

impl UserType {
    /// Derives the type from the login provider's answer. The provider must also vouch for the number or e-mail. If a verified number is all it
    /// gives, the number is the account.
    pub fn of_sign_in(way: Option<Way>, email_verified: bool, number_verified: bool) -> Self {
        match way {
            Some(Way::Msisdn) if number_verified => Self::Msisdn,
            Some(Way::EmailPassword) if email_verified => Self::EmailPassword,
            None if number_verified && !email_verified => Self::Msisdn,
            _ => Self::Others,
        }
    }

    /// Returns whether the account has a password of ours that its owner may set, change and log in with.
    pub fn has_password(self) -> bool {
        self != Self::Others
    }
}

/// Turns an account of type `others` into this type, for good. A password that was set still works.
pub async fn becomes(change: &mut Change, user_id: i64, user_type: UserType) -> Result<(), sqlx::Error> {
    if user_type.has_password() {
        sqlx::query!(
            "update people.users set user_type = $2, version = version + 1 where id = $1 and user_type = 'others'",
            user_id,
            user_type.as_str(),
        )
        .execute(change.conn())
        .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::UserType::{EmailPassword, Msisdn, Others};
    use super::*;

    #[test]
    fn the_providers_word_counts_where_it_vouches_too() {
        for (way, email, number, user_type) in [
            (Some(Way::Msisdn), true, true, Msisdn),
            (Some(Way::Msisdn), true, false, Others),
            (Some(Way::EmailPassword), true, false, EmailPassword),
            (Some(Way::EmailPassword), true, true, EmailPassword),
            (Some(Way::EmailPassword), false, true, Others),
            (Some(Way::Other), true, true, Others),
            (Some(Way::Other), false, true, Others),
            (None, false, true, Msisdn),
            (None, true, true, Others),
            (None, true, false, Others),
        ] {
            assert_eq!(UserType::of_sign_in(way, email, number), user_type, "{way:?} {email} {number}");
        }
    }
}
