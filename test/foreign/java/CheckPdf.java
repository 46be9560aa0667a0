import java.io.FileInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * veraPDF judges the files that standard input lists, in JSON. A line per file and profile:
 * {"file", "profile", "checks", "failed"}.
 */
public class CheckPdf {
    private static final List<PDFAFlavour> PROFILES = List.of(PDFAFlavour.PDFA_3_A, PDFAFlavour.PDFUA_1);

    public static void main(String[] args) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        String question = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        // The paths are those of a temporary folder, without characters that JSON escapes.
        Matcher paths = Pattern.compile("\"([^\"]+)\"").matcher(question);
        while (paths.find()) {
            for (PDFAFlavour profile : PROFILES) System.out.println(judge(paths.group(1), profile));
        }
    }

    private static String judge(String file, PDFAFlavour profile) throws Exception {
        try (FileInputStream input = new FileInputStream(file);
                PDFAParser parser = Foundries.defaultInstance().createParser(input, profile);
                PDFAValidator validator = Foundries.defaultInstance().createValidator(profile, false)) {
            ValidationResult result = validator.validate(parser);
            TreeSet<String> failed = new TreeSet<>();
            for (TestAssertion each : result.getTestAssertions()) {
                if (each.getStatus() == TestAssertion.Status.FAILED) {
                    failed.add("\"" + each.getRuleId().getClause() + "-" + each.getRuleId().getTestNumber() + "\"");
                }
            }
            if (failed.isEmpty() != result.isCompliant()) throw new IllegalStateException(file);
            return String.format(
                    "{\"file\": \"%s\", \"profile\": \"%s\", \"checks\": %d, \"failed\": [%s]}",
                    file, profile.getId(), result.getTotalAssertions(), String.join(", ", failed));
        }
    }
}
