"""chorus-api signs in to PISTE, deposits at Chorus Pro, and reads reports, lists and structures."""

import base64

import chorusapi.models.api as addresses
from chorusapi.client import ChorusAPI
from chorusapi.constants.syntax_flux_constant import SyntaxFlux
from steps import QUESTION, step
from tenacity import Retrying, retry_if_result, stop_after_delay, wait_fixed

# It knows the government's addresses alone.
addresses.AUTH_SANDBOX_URL, addresses.API_SANDBOX_URL = QUESTION["tokenUrl"], QUESTION["url"]
account = QUESTION["credentials"]
client = ChorusAPI(
    account["chorusClientId"], account["chorusClientSecret"], account["chorusLogin"], account["chorusPassword"]
)


def deposit(file):
    syntax = getattr(SyntaxFlux, file["syntax"])
    return client.deposer_flux(file["content"], file["name"], syntaxe_flux=syntax)


def report(number):
    """Looks until it is decided, twenty seconds at most."""
    undecided = retry_if_result(lambda seen: seen.etat_courant_depot_flux == "IN_EN_COURS_TRAITEMENT_CPP")
    look = Retrying(stop=stop_after_delay(20), wait=wait_fixed(0.1), retry=undecided)
    return look(lambda: client.consulter_cr_detaille(number))


step("without a token", lambda: client.health_check())
step("sign in", lambda: client.auth())
step("health", lambda: client.health_check().status_code)
deposited = step("deposit", lambda: deposit(QUESTION["file"]))
step("its answer", lambda: [deposited.code_retour, deposited.syntaxe_flux])
step("state at once", lambda: client.consulter_cr_detaille(deposited.numero_flux_depot).etat_courant_depot_flux)
decided = step("wait for the decision", lambda: report(deposited.numero_flux_depot))
step("state", lambda: decided.etat_courant_depot_flux)
step("report as a PDF", lambda: base64.b64decode(client.consulter_cr(deposited.numero_flux_depot).fichier_cr)[:4])
found = step("search", lambda: client.rechercher_facture(deposited.numero_flux_depot))
step("what was found", lambda: [[each.numero_facture, each.statut] for each in found.liste_factures])

refused = step("deposit without SIRET", lambda: deposit(QUESTION["broken"]))
rejected = step("wait for the refusal", lambda: report(refused.numero_flux_depot))
step("state of the refused", lambda: rejected.etat_courant_depot_flux)
step("errors", lambda: [each.libelle_erreur_dP for each in rejected.liste_erreur_dp])
step("unknown deposit", lambda: client.consulter_cr_detaille("CPP0").code_retour)

structures = step("search a structure", lambda: client.rechercher_structure(QUESTION["siret"]).liste_structures)
step("its name", lambda: [each.designation_structure for each in structures])
step("consult the structure", lambda: client.consulter_structure(structures[0].id_structure_cpp).code_retour)
step("its services", lambda: client.rechercher_services(structures[0].id_structure_cpp).code_retour)
