//! Defaults that are only fit for a shop on a developer's own machine.

use anyhow::{Result, ensure};
use clap::Command;
use manao_hub::serve::is_this_machine;

use super::Settings;

impl Settings {
    /// Rejects made-up defaults for a shop that strangers can reach: the company on its documents, its mail's sender, and a contact for push
    /// services that leads to nobody.
    ///
    /// # Errors
    /// Names the settings to change.
    pub fn demand_real(&self, command: &Command) -> Result<()> {
        let printed = [
            ("COMPANY_NAME_TH", &self.company_name_th),
            ("COMPANY_NAME_EN", &self.company_name_en),
            ("COMPANY_ADDRESS_TH", &self.company_address_th),
            ("COMPANY_ADDRESS_EN", &self.company_address_en),
            ("COMPANY_TAX_ID", &self.company_tax_id),
            ("COMPANY_PHONE", &self.company_phone),
            ("MAIL_FROM", &self.mail_from),
        ];
        let is_default = |name: &str, value: &str| {
            let setting = command.get_arguments().find(|setting| setting.get_env().is_some_and(|env| env == name));
            setting.is_some_and(|setting| setting.get_default_values().iter().any(|default| *default == *value))
        };
        let made_up: Vec<&str> =
            printed.into_iter().filter(|(name, value)| is_default(name, value)).map(|(name, _)| name).collect();
        ensure!(
            made_up.is_empty(),
            "these are made up, and customers and the Revenue Department read them: set your own {}",
            made_up.join(", ")
        );
        let subject = self.vapid_subject.as_str();
        let is_mail = subject.strip_prefix("mailto:").is_some_and(|address| {
            address.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.contains('@'))
        });
        let is_site = subject.starts_with("https://") && !is_this_machine(subject);
        ensure!(is_mail || is_site, "VAPID_SUBJECT must be a `mailto:` or an https address that others reach, not {subject}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, FromArgMatches as _};

    use super::*;

    fn demand(given: &[(&str, &str)]) -> Result<(), String> {
        let command = || Settings::augment_args(Command::new("manao"));
        let own = [
            ("public-url", "https://shop.example"),
            ("company-name-th", "บริษัท จริง จำกัด"),
            ("company-name-en", "Real Co., Ltd."),
            ("company-address-th", "1 ถนนสีลม กรุงเทพมหานคร 10500"),
            ("company-address-en", "1 Silom Road, Bangkok 10500"),
            ("company-tax-id", "0105561000003"),
            ("company-phone", "02-123-4567"),
            ("mail-from", "shop@shop.example"),
        ];
        let values = own.iter().filter(|(name, _)| given.iter().all(|(other, _)| other != name)).chain(given);
        let arguments = std::iter::once("manao".to_owned()).chain(values.map(|(name, value)| format!("--{name}={value}")));
        let matches = command().get_matches_from(arguments);
        let settings = Settings::from_arg_matches(&matches).unwrap().filled();
        settings.demand_real(&command()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_public_shop_prints_no_made_up_company() {
        assert_eq!(demand(&[]), Ok(()));
        let made_up = demand(&[("company-tax-id", "0105512345671"), ("mail-from", "มะนาว Manao <no-reply@manao.example>")]);
        let told = made_up.unwrap_err();
        assert!(told.contains("COMPANY_TAX_ID, MAIL_FROM") && !told.contains("COMPANY_NAME"), "{told}");
    }

    #[test]
    fn a_push_service_can_turn_to_somebody() {
        for reachable in ["mailto:ops@shop.example", "https://shop.example", "https://shop.example/contact"] {
            assert_eq!(demand(&[("vapid-subject", reachable)]), Ok(()), "{reachable}");
        }
        for nobody in [
            "http://shop.example",
            "https://localhost:8080",
            "https://127.0.0.1",
            "mailto:",
            "mailto:me",
            "mailto:me@localhost",
            "ops@shop.example",
            "shop",
        ] {
            assert!(demand(&[("vapid-subject", nobody)]).is_err_and(|told| told.contains("VAPID_SUBJECT")), "{nobody}");
        }
    }
}
